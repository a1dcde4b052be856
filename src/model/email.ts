import * as z from 'zod';
import { checked } from './problem.ts';

/** One address; the shape is checked, not whether mail arrives. */
export const email = checked(z.string(), (value) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && !/^[=+\-@]/.test(value) ? null : { rule: 'email' },
);
