import { checked, string } from './shape.ts';

/** `^[a-z][a-z0-9_]{0,63}$`: a claim id begins with it, and is the name of a file. */
export const metricKey = checked(string(), (value) =>
  /^[a-z][a-z0-9_]{0,63}$/.test(value) ? null : { rule: 'metric-key' },
);
