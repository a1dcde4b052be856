import { type Deprecation, dayOf } from '../model/index.ts';

/** That the API will end, without saying whether that day has come; nothing while it is to stay. */
export function endInWords(deprecation: Deprecation | null): string | null {
  if (deprecation === null) return null;
  const { since, sunset, details } = deprecation;
  const end = sunset === null ? '' : ` and ends on ${dayOf(sunset)}`;
  return `This version of the API is deprecated from ${dayOf(since)} on${end}. Why, and what to use instead: ${new URL(details).href}`;
}
