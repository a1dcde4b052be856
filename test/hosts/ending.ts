import type { Deprecation, Timestamp } from '../../src/model/index.ts';
import type { AllowedDeviation } from '../doors/check-host.ts';

/** What the tiny dataset says where it is `DEPRECATED`. */
export const DEPRECATION: Deprecation = {
  since: '2027-01-01T00:00:00Z' as Timestamp,
  sunset: '2027-07-01T12:30:00Z' as Timestamp,
  details: 'https://tiny.example/v2?why=$status&by=%7Bpath%7D&at=100%25',
};

/** What every answer links to. */
export const LICENSE_LINK = '<https://creativecommons.org/licenses/by/4.0/>; rel="license"';

/** What every answer of that deployment links to. */
export const LINKS_WITH_END = `${LICENSE_LINK}, <https://tiny.example/v2?why=%24status&by=%7Bpath%7D&at=100%25>; rel="deprecation"`;

/** What a host does otherwise at such a deployment: where it sends none of our headers, these are none. */
export function withEnd(deviations: readonly AllowedDeviation[]): readonly AllowedDeviation[] {
  return deviations.map(({ at, ...said }) => ({
    ...said,
    at: Object.fromEntries(
      Object.entries(at).map(([request, parts]) => [
        request,
        parts['cache-control'] === '' ? { ...parts, deprecation: '', sunset: '' } : parts,
      ]),
    ),
  }));
}
