import { DEFAULT_SERVING, type Serving } from '../policy/index.ts';

/** Written in front of a bundle when a deployment chooses other than the default. */
declare const OPERATOR_API_SERVING: Serving | undefined;

export const serving: Serving =
  typeof OPERATOR_API_SERVING === 'undefined' ? DEFAULT_SERVING : OPERATOR_API_SERVING;
