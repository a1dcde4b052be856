/** Where the API stands below the published folder, and how its base address ends. */
export const API_PATH = '/api/v1';

/** The version every answer names: that of the contract, not of a release. */
export const API_VERSION = 'v1' as const;
