import { API_PATH } from '../model/index.ts';

/** What one deployment may choose for itself; everything else about an answer is the contract's. */
export interface Serving {
  /** Where the API stands on the host, ending in /api/v1. */
  readonly publicPath: string;
  /** How long any cache may keep any answer, in seconds. */
  readonly maxAge: number;
}

export const DEFAULT_SERVING: Serving = { publicPath: API_PATH, maxAge: 3600 };
