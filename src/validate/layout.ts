import { posix } from 'node:path';
import { slugProblem } from '../model/index.ts';
import { ROOT_SOURCES, SOURCE_FOLDERS } from '../source/index.ts';
import { nearest } from './nearest.ts';

/** The role of a file in the data folder. */
export type Role =
  | { readonly kind: (typeof ROOT_SOURCES)[number] }
  | { readonly kind: 'operator' | 'facts'; readonly slug: string };

/** The role of a file by its name below the data folder; null if it is not read. */
export function classify(name: string): Role | null {
  const [, folder, slug] = /^(operators|facts)\/([^/]+)\.yaml$/.exec(name) ?? [];
  if (slug !== undefined) return { kind: folder === 'operators' ? 'operator' : 'facts', slug };
  const kind = ROOT_SOURCES.find((source) => name === `${source}.yaml`);
  return kind === undefined ? null : { kind };
}

/** The names of the sources about one operator. The second is optional. */
export function sourceNames(slug: string): readonly [string, string] {
  return [`operators/${slug}.yaml`, `facts/${slug}.yaml`];
}

/** The extensions of YAML files, including misspelt and doubled ones. */
const LIKE_YAML = /^(?:.*\.ya?ml.*|\.?|\.(?:json|txt))$/i;

/**
 * The name that was probably meant: with another extension, case, folder or spelling. A file with the
 * extension of a picture, a table or a program was not meant as a source.
 */
export function suggestName(written: string): string | null {
  const base = posix.basename(written);
  const [, stem = base, ending = ''] = /^(.*?)((?:\.ya?ml.*|\.[^.]*)?)$/i.exec(base) ?? [];
  const isLikeYaml = LIKE_YAML.test(ending) || nearest(ending.slice(1), ['yaml', 'yml']) !== null;
  if (!isLikeYaml) return null;
  const folders = posix.dirname(written).toLowerCase();
  const slug = folders === '.' ? stem.toLowerCase() : suggestSlug(stem);
  if (slug === null) return null;
  const tidy = folders === '.' ? `${slug}.yaml` : `${folders}/${slug}.yaml`;
  if (classify(tidy) !== null) return tidy;
  const [folder = '', ...rest] = tidy.split('/');
  const meant = `${nearest(folder, SOURCE_FOLDERS)}/${rest.at(-1)}`;
  if (rest.length > 0 && classify(meant) !== null) return meant;
  // All names have the same extension, which would make any two of them similar.
  const near = nearest(posix.basename(tidy, '.yaml'), ROOT_SOURCES);
  return near && `${near}.yaml`;
}

/** The folder whose name or place is the reason that a file in it is not read; null if there is none. */
export function unreadFolder(name: string): string | null {
  const [top = '', ...below] = posix.dirname(name).split('/');
  if (SOURCE_FOLDERS.includes(top)) return below[0] === undefined ? null : `${top}/${below[0]}`;
  return top === '.' ? null : top;
}

/** Letters that Unicode does not decompose. */
const LETTERS: { readonly [letter: string]: string } = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', ı: 'i' },
};

/** The slug that was probably meant by a name; null if there is none. */
export function suggestSlug(name: string): string | null {
  const letters = name
    .toLowerCase()
    .replace(/[æœøłđðþßı]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const slug = letters.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return slugProblem(slug) === null ? slug : null;
}

/**
 * The data folder that was probably meant, if one above or below it was named.
 *
 * @param names The names of all files in the named folder. None has a role there.
 */
export function suggestFolder(folder: string, names: readonly string[]): string | null {
  const root = names.find((name) => classify(posix.basename(name)) !== null);
  if (root !== undefined) return posix.join(folder, posix.dirname(root));
  const isPart = SOURCE_FOLDERS.includes(posix.basename(folder));
  return isPart && names.length > 0 ? posix.dirname(folder) : null;
}
