import { API_PATH, type ClaimPages } from '../model/index.ts';

/** What one deployment may choose for itself; everything else about an answer is the contract's. */
export interface Serving {
  /** Where the API stands on the host, ending in /api/v1. */
  readonly publicPath: string;
  /** How long any cache may keep any answer, in seconds. */
  readonly maxAge: number;
  /** The address of the licence that the data is published under. */
  readonly license: string;
  /** The forms in which a claim has a page. */
  readonly claimPages: ClaimPages;
}

export const DEFAULT_SERVING: Serving = {
  publicPath: API_PATH,
  maxAge: 3600,
  license: 'https://creativecommons.org/licenses/by/4.0/',
  claimPages: 'json_and_csv',
};

/** The choices alone, of something that has more. */
export function servingOf({ publicPath, maxAge, license, claimPages }: Serving): Serving {
  return { publicPath, maxAge, license, claimPages };
}

/** Whether nothing was chosen: then code runs as it is compiled. */
export function isDefaultServing(serving: Serving): boolean {
  return JSON.stringify(servingOf(serving)) === JSON.stringify(DEFAULT_SERVING);
}
