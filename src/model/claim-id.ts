import { checked, string } from './shape.ts';

/** `<metric>_<n>`, `n` of at most 15 digits. */
export const claimId = checked(string(), (value) =>
  /^[a-z][a-z0-9_]{0,63}_(0|[1-9][0-9]{0,14})$/.test(value) ? null : { rule: 'claim-id' },
);
