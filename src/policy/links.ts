import {
  DOCUMENT_TYPES,
  essenceOf,
  type Format,
  MANIFEST_PATH,
  MEDIA_TYPES,
  type OutputPath,
} from '../represent/index.ts';
import type { ResourcePath } from '../resources/index.ts';
import type { Headers } from './headers.ts';
import { API_CATALOG } from './routes.ts';
import type { Serving } from './serving.ts';

/** What a form is described in, and the media type of that. */
const DESCRIPTIONS = {
  json: { folder: 'schemas', type: DOCUMENT_TYPES['schemas/*.json'] },
  csv: { folder: 'csvw', type: DOCUMENT_TYPES['csvw/*.json'] },
} as const;

/** A table as it is sent: what it is called, and whether it has the other form. */
export interface SentTable {
  readonly path: ResourcePath;
  /** A key of `ANSWERS`. */
  readonly table: string;
  readonly format: Format;
  readonly hasAlternate: boolean;
}

/** What an answer with records links to (RFC 8288): licence, description, the other form. */
export function tableLinks(sent: SentTable, serving: Serving): Headers {
  const { path, table, format, hasAlternate } = sent;
  return linkHeader([
    ...commonLinks(serving),
    describedBy(format, table, serving),
    ...(hasAlternate ? [alternate(format, path, serving)] : []),
  ]);
}

/** What a file of one form links to. */
export function documentLinks(file: OutputPath, serving: Serving): Headers {
  if (file.startsWith('problems/')) return problemLinks(serving);
  return linkHeader([
    ...commonLinks(serving),
    ...(file === MANIFEST_PATH ? [describedBy('json', 'manifest', serving)] : []),
    // RFC 9727 §3: a HEAD finds the relation as well.
    ...(file === API_CATALOG.file ? [`<${API_CATALOG.pathname}>; rel="api-catalog"`] : []),
  ]);
}

/** What an error links to. */
export function problemLinks(serving: Serving): Headers {
  return linkHeader([...commonLinks(serving), describedBy('json', 'problem', serving)]);
}

function linkHeader(links: readonly string[]): Headers {
  return { Link: links.join(', ') };
}

/** What every answer links to: the licence (RFC 4946), and why the API will end (RFC 9745 §3), if it will. */
export function commonLinks({ license, deprecation }: Serving): readonly string[] {
  return [
    `<${toTarget(license)}>; rel="license"`,
    ...(deprecation === null ? [] : [`<${toTarget(deprecation.details)}>; rel="deprecation"`]),
  ];
}

/** An address with nothing in it that means something in the configuration languages of hosts. */
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
 * What one form of a table has as a link to the other.
 *
 * @param path Without its suffix, or what a host says for that.
 */
export function alternate(format: Format, path: string, { publicPath }: Serving): string {
  const other = format === 'json' ? 'csv' : 'json';
  const type = essenceOf(MEDIA_TYPES[other]);
  return `<${publicPath}/${path}.${other}>; rel="alternate"; type="${type}"`;
}
