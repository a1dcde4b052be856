import type * as z from 'zod';
import type { ValuePath } from '../source/index.ts';

/** The schema of the value at a path, without its optional and nullable wrappings; null off the map. */
export function schemaAt(schema: z.core.$ZodType, path: ValuePath): z.core.$ZodType | null {
  const found = declaredAt(schema, path);
  return found === null ? null : unwrap(found);
}

/** Whether a value may be null. */
export function allowsNull({ _zod: { def } }: z.core.$ZodType): boolean {
  if (def.type === 'default' || def.type === 'optional') {
    return allowsNull((def as z.core.$ZodOptionalDef).innerType);
  }
  return def.type === 'nullable';
}

/** Whether a value may be a number, by itself or among others. */
export function allowsNumber(schema: z.core.$ZodType): boolean {
  const { def } = unwrap(schema)._zod;
  return def.type === 'union'
    ? (def as z.core.$ZodUnionDef).options.some(allowsNumber)
    : def.type === 'number';
}

/** The schema of the value at a path as it is declared; null off the map. */
export function declaredAt(schema: z.core.$ZodType, path: ValuePath): z.core.$ZodType | null {
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  const { def } = unwrap(schema)._zod;
  switch (def.type) {
    case 'object': {
      const field = (def as z.core.$ZodObjectDef).shape[String(step)];
      return field === undefined ? null : declaredAt(field, rest);
    }
    case 'record':
      return declaredAt((def as z.core.$ZodRecordDef).valueType, rest);
    case 'array':
      return declaredAt((def as z.core.$ZodArrayDef).element, rest);
    case 'union':
      return firstOf(
        (def as z.core.$ZodUnionDef).options.map((option) => declaredAt(option, path)),
      );
    default:
      return null;
  }
}

function firstOf<T>(items: readonly (T | null)[]): T | null {
  return items.find((item) => item !== null) ?? null;
}

/** The keys an object schema knows; none for any other schema. */
export function keysOf(schema: z.core.$ZodType | null): readonly string[] {
  const { def } = schema?._zod ?? {};
  return def?.type === 'object' ? Object.keys((def as z.core.$ZodObjectDef).shape) : [];
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if (def.type === 'default' || def.type === 'optional' || def.type === 'nullable') {
    return unwrap((def as z.core.$ZodOptionalDef).innerType);
  }
  return def.type === 'pipe' ? unwrap((def as z.core.$ZodPipeDef).in) : schema;
}
