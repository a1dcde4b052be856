import { checked, type Shape, string } from './shape.ts';

const LONGEST_SLUG = 64;
/**
 * Windows has no file of such a name, whatever its suffix, so sources could not be checked out there.
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Why a text cannot be a slug, as the end of a sentence; null when it can. */
export function slugProblem(value: string): string | null {
  if (value.length > LONGEST_SLUG) return `has at most ${LONGEST_SLUG} characters`;
  if (/^[0-9]+$/.test(value)) return 'has at least one letter, since digits alone would be an id';
  if (DEVICE.test(value)) return 'is no name that Windows keeps for a device, such as con and nul';
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value)
    ? null
    : 'has only lower-case letters, digits and single hyphens between them';
}

/** `^[a-z0-9]+(-[a-z0-9]+)*$`, at most 64 characters, never only digits, nor the name of a device. */
export const slug = checked(string(), (value) => {
  const problem = slugProblem(value);
  return problem === null ? null : { rule: 'slug', problem };
}) as Shape<Slug>;
export type Slug = string & { readonly __brand: 'Slug' };
