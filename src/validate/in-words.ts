import type * as z from 'zod';
import { quote } from '../diagnostics/index.ts';
import type { ValuePath } from '../source/index.ts';

/** A value as a maintainer would name it: `the text "no"`, `the number 5`, `a list`. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return 'empty (null)';
  if (typeof value === 'string') return `the text ${quote(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'a map of fields';
}

/** A place in a value as a maintainer would name it: `"name"`, `entry 2 of "pros"`. */
export function fieldName(path: ValuePath, whole: string): string {
  const last = path.at(-1);
  if (last === undefined) return `the ${whole}`;
  if (typeof last === 'string') return quote(last);
  const list = path.at(-2);
  return `entry ${last + 1} of ${list === undefined ? `the ${whole}` : quote(String(list))}`;
}

/** What a schema takes, as the object of "write": `text`, `true or false`, `a list`. */
export function wantedBy(schema: z.core.$ZodType | null): string | null {
  const { def } = schema?._zod ?? {};
  switch (def?.type) {
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
    case 'record':
      return 'a map of fields';
    case 'enum':
      return `one of ${Object.values((def as z.core.$ZodEnumDef).entries).join(', ')}`;
    case 'union':
      return oneOf((def as z.core.$ZodUnionDef).options.map(wantedBy));
    case 'null':
      return 'null';
    default:
      return null;
  }
}

function oneOf(items: readonly (string | null)[]): string {
  const known = [...new Set(items.filter((item) => item !== null))];
  const last = known.pop() ?? '';
  return known.length === 0 ? last : `${known.join(', ')} or ${last}`;
}
