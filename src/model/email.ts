import { checked, string } from './shape.ts';
import { unreadableIn } from './unreadable.ts';

/** RFC 5321 §4.5.3.1.3, less the angle brackets of a path. */
const LONGEST_ADDRESS = 254;

/** Without what only stands around addresses, in lists and in mailto: URLs. */
const ADDRESS = /^[^\s@:;,<>]+@[^\s@:;,<>.]+(?:\.[^\s@:;,<>.]+)+$/;

/** One address; the shape is checked, not whether mail arrives. */
export const email = checked(string(), (value) => {
  const isAddress = value.length <= LONGEST_ADDRESS && ADDRESS.test(value);
  const isSafe = !/^[=+\-@]/.test(value) && unreadableIn(value) === null;
  return isAddress && isSafe ? null : { rule: 'email' };
});
