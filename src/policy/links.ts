import {
  DOCUMENT_TYPES,
  essenceOf,
  type Format,
  MANIFEST_PATH,
  MEDIA_TYPES,
} from '../represent/index.ts';
import { API_CATALOG, type TableRoute } from './routes.ts';
import type { Serving } from './serving.ts';

/** The folder and the media type of the description of each form. */
const DESCRIPTIONS = {
  json: { folder: 'schemas', type: DOCUMENT_TYPES['schemas/*.json'] },
  csv: { folder: 'csvw', type: DOCUMENT_TYPES['csvw/*.json'] },
} as const;

/**
 * The links of one form of an answer with records (RFC 8288): licence, description, the other form.
 *
 * @param path Without its suffix, or a host's expression for it, as for the key of `ANSWERS`.
 */
export function tableLinks(
  { path, table, hasAlternate }: Pick<TableRoute, 'table' | 'hasAlternate'> & { path: string },
  format: Format,
  serving: Serving,
): string {
  const other = hasAlternate ? [alternate(format, path, serving)] : [];
  return [...commonLinks(serving), describedBy(format, table, serving), ...other].join(', ');
}

/** The links of a document; without its file, those that all documents have. */
export function documentLinks(serving: Serving, file = ''): string {
  if (file.startsWith('problems/')) return problemLinks(serving);
  return [
    ...commonLinks(serving),
    ...(file === MANIFEST_PATH ? [describedBy('json', 'manifest', serving)] : []),
    ...(file === API_CATALOG.file ? [CATALOG_LINK] : []),
  ].join(', ');
}

/** RFC 9727 §3: a response to HEAD also has this link. */
export const CATALOG_LINK = `<${API_CATALOG.pathname}>; rel="api-catalog"`;

/** The links of an error. */
export function problemLinks(serving: Serving): string {
  return [...commonLinks(serving), describedBy('json', 'problem', serving)].join(', ');
}

/** The links of every response: the licence (RFC 4946) and the deprecation (RFC 9745 §3), if there is one. */
export function commonLinks({ license, deprecation }: Serving): readonly string[] {
  return [
    `<${toTarget(license)}>; rel="license"`,
    ...(deprecation === null ? [] : [`<${toTarget(deprecation.details)}>; rel="deprecation"`]),
  ];
}

/** An address without characters that are special in the configuration languages of hosts. */
function toTarget(address: string): string {
  return new URL(address).href.replace(
    /[^\w.~:/?#&=+,;@!()*%-]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

export function describedBy(format: Format, name: string, { publicPath }: Serving): string {
  const { folder, type } = DESCRIPTIONS[format];
  return `<${publicPath}/${folder}/${name}.json>; rel="describedby"; type="${type}"`;
}

/**
 * The link from one form of a table to the other.
 *
 * @param path Without its suffix, or a host's expression for it.
 */
export function alternate(format: Format, path: string, { publicPath }: Serving): string {
  const other = format === 'json' ? 'csv' : 'json';
  const type = essenceOf(MEDIA_TYPES[other]);
  return `<${publicPath}/${path}.${other}>; rel="alternate"; type="${type}"`;
}
