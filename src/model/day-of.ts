/** The day of a moment, as YYYY-MM-DD. */
export function dayOf(timestamp: string): string {
  return timestamp.slice(0, 'YYYY-MM-DD'.length);
}
