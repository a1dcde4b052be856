import * as z from 'zod';
import { checked } from './problem.ts';

/** `^[a-z][a-z0-9_]*$` */
export const metricKey = checked(z.string(), (value) =>
  /^[a-z][a-z0-9_]*$/.test(value) ? null : { rule: 'metric-key' },
);
