import { checked, number } from './shape.ts';

/** A number that is an amount of something. */
export const amount = checked(number(), (value) =>
  value >= 0 ? null : { rule: 'range', wanted: 'zero or more' },
);

export const percent = checked(number(), (value) =>
  value >= 0 && value <= 100 ? null : { rule: 'range', wanted: 'a percentage from 0 to 100' },
);

/** A positive integer; that no number is beyond 2^53 is seen to where numbers are read. */
export const operatorId = checked(number(), (value) =>
  Number.isInteger(value) && value > 0
    ? null
    : { rule: 'range', wanted: 'a whole number above zero' },
);
