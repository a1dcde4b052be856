import type * as z from 'zod';
import type { ValuePath } from '../source/index.ts';

/** The schema of the value at a path, without its optional and nullable wrappings; null off the map. */
export function schemaAt(schema: z.core.$ZodType, path: ValuePath): z.core.$ZodType | null {
  let current: z.core.$ZodType | undefined = unwrap(schema);
  for (const step of path) {
    const { def } = current._zod;
    if (def.type === 'object') current = (def as z.core.$ZodObjectDef).shape[String(step)];
    else if (def.type === 'array') current = (def as z.core.$ZodArrayDef).element;
    else return null;
    if (current === undefined) return null;
    current = unwrap(current);
  }
  return current;
}

/** The keys an object schema knows; none for any other schema. */
export function keysOf(schema: z.core.$ZodType | null): readonly string[] {
  const { def } = schema?._zod ?? {};
  return def?.type === 'object' ? Object.keys((def as z.core.$ZodObjectDef).shape) : [];
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if (def.type === 'optional' || def.type === 'nullable') {
    return unwrap((def as z.core.$ZodOptionalDef).innerType);
  }
  return def.type === 'pipe' ? unwrap((def as z.core.$ZodPipeDef).in) : schema;
}
