import * as z from 'zod';

/** A schema without its wrappers: optional, nullable, transformed. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional;
  if (isWrapper) return unwrap(schema.unwrap());
  return schema instanceof z.ZodPipe ? unwrap(schema.in) : schema;
}

/** Whether a value may be null. */
export function allowsNull(schema: z.core.$ZodType): boolean {
  const isWrapper = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional;
  if (isWrapper) return allowsNull(schema.unwrap());
  return schema instanceof z.ZodNullable;
}

/** Whether a field must be given and may be null, which says that its value is not known. */
export function mayBeUnknown(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodNullable;
}

/** Whether a value may be a number, by itself or among others. */
export function allowsNumber(schema: z.core.$ZodType): boolean {
  const inner = unwrap(schema);
  return inner instanceof z.ZodUnion
    ? inner.options.some(allowsNumber)
    : inner instanceof z.ZodNumber;
}

/** The declared schema of the value at a path; null if there is none. */
export function declaredAt(
  schema: z.core.$ZodType,
  path: readonly (string | number)[],
): z.core.$ZodType | null {
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) {
    const field: z.core.$ZodType | undefined = inner.shape[step];
    return field === undefined ? null : declaredAt(field, rest);
  }
  if (inner instanceof z.ZodRecord) return declaredAt(inner.valueType, rest);
  if (inner instanceof z.ZodArray) return declaredAt(inner.element, rest);
  if (!(inner instanceof z.ZodUnion)) return null;
  const found = inner.options.map((option) => declaredAt(option, path));
  return found.find((schema) => schema !== null) ?? null;
}

/** The keys of an object schema; empty for any other schema. */
export function keysOf(schema: z.core.$ZodType): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The values of an enum schema; empty for any other schema. */
export function choicesOf(schema: z.core.$ZodType): readonly string[] {
  const inner = unwrap(schema);
  return inner instanceof z.ZodEnum ? inner.options.map(String) : [];
}

/** The constraints in JSON Schema beyond the type, from the metadata of a schema. */
export function keywordsOf(schema: z.core.$ZodType): z.core.GlobalMeta {
  return z.globalRegistry.get(unwrap(schema)) ?? {};
}

/** The type of the values of a schema except null: number, boolean, or text for all others. */
export function typeOf(schema: z.core.$ZodType): 'number' | 'integer' | 'boolean' | 'string' {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodBoolean) return 'boolean';
  if (!(inner instanceof z.ZodNumber)) return 'string';
  return keywordsOf(inner)['type'] === 'integer' ? 'integer' : 'number';
}

/** Whether the values of a schema are timestamps. */
export function isMoment(schema: z.core.$ZodType): boolean {
  return keywordsOf(schema)['format'] === 'date-time';
}
