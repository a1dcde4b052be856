import type * as z from 'zod';

/** A key that may be absent or null, and is null afterwards. */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.nullable().default(null);
}
