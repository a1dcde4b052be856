import * as z from 'zod';
import { checked } from './problem.ts';

/** `<metric>_<n>` */
export const claimId = checked(z.string(), (value) =>
  /^[a-z][a-z0-9_]*_(0|[1-9][0-9]*)$/.test(value) ? null : { rule: 'claim-id' },
);
