import * as z from 'zod';

/** A schema without what lets a value be absent or null, and without what it is made into. */
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
  if (schema instanceof z.ZodDefault) return allowsNull(schema.unwrap());
  return schema instanceof z.ZodNullable;
}

/** Whether a value may be a number, by itself or among others. */
export function allowsNumber(schema: z.core.$ZodType): boolean {
  const inner = unwrap(schema);
  return inner instanceof z.ZodUnion
    ? inner.options.some(allowsNumber)
    : inner instanceof z.ZodNumber;
}

/** The schema of the value at a path, as it is declared; null where there is none. */
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

/** The keys that objects of a schema have; none where it is not one of objects. */
export function keysOf(schema: z.core.$ZodType): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The texts that values are chosen from; none where they are not. */
export function choicesOf(schema: z.core.$ZodType): readonly string[] {
  const inner = unwrap(schema);
  return inner instanceof z.ZodEnum ? inner.options.map(String) : [];
}

/** What JSON Schema says of the values of a schema beyond their type, as far as metadata does. */
export function keywordsOf(schema: z.core.$ZodType): z.core.GlobalMeta {
  return z.globalRegistry.get(unwrap(schema)) ?? {};
}

/** The type of the values of a schema, null apart; text for any other than a number or a boolean. */
export function typeOf(schema: z.core.$ZodType): 'number' | 'integer' | 'boolean' | 'string' {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodBoolean) return 'boolean';
  if (!(inner instanceof z.ZodNumber)) return 'string';
  return keywordsOf(inner)['type'] === 'integer' ? 'integer' : 'number';
}

/** Whether the values of a schema are moments. */
export function isMoment(schema: z.core.$ZodType): boolean {
  return keywordsOf(schema)['format'] === 'date-time';
}
