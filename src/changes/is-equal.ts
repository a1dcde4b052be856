/** Whether two published values are the same; what is absent is null. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** The same of records: of their fields, an earlier release of this program may have known fewer. */
export function isSameRecord(one: unknown, other: unknown): boolean {
  return writeRecord(one) === writeRecord(other);
}

/** A record as text, or records; a field that is null is left out, as one that is absent. */
export function writeRecord(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => part ?? undefined);
}
