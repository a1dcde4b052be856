import { dayOf, type Service, type Timestamp } from '../model/index.ts';
import { inMarkdown, oneLine } from '../represent/index.ts';
import type { TidyTable } from './table.ts';

/** `README.md` of the archive: its content, its terms, and the meaning of each column. */
export function toReadMe(
  tables: readonly TidyTable[],
  service: Service,
  publishedAt: Timestamp,
): string {
  const { name, notice, license, attribution, contact, base_url } = service;
  return `# ${inMarkdown(name)}

The whole release of ${publishedAt}, written by the service itself from what it publishes at
<${base_url}>.
${notice === null ? '' : `\n**${inMarkdown(notice)}**\n`}
| Here | What |
| --- | --- |
| \`csv/\` | the data as ${tables.length} tables, one record for each thing |
| \`datapackage.json\` | their columns, types and keys (Data Package, version 2) |
| \`json/\` | every answer of the service, at the first of its paths there, and what describes them; but for errors, pages of single claims, CSV metadata, and lists of files |
| \`LICENSE\` | the terms |
| \`CITATION.cff\` | how to cite it, for programs |

## Terms

${inMarkdown(license.name)}, <${license.url}>. ${inMarkdown(attribution)}

## How to cite

> ${inMarkdown(citationOf(service, publishedAt))}

A single value is best cited by its claim: \`claim_id\` is never used again for another one, and
\`evidence_url\` is where it was seen at \`observed_at\`.

Questions go to ${[inMarkdown(contact.name), contact.email, contact.url].filter((part) => part !== null).join(', ')}.

## The tables

CSV is UTF-8 with a header line. An empty cell is null: a value is not known or does not apply. Moments
are in UTC.
${tables.map(describeTable).join('')}`;
}

function describeTable(table: TidyTable) {
  const { name, title, description, columns, primaryKey, foreignKeys, rows } = table;
  const lines = columns.map((column) => {
    const reference = foreignKeys.find((foreign) => foreign.column === column.name);
    const notes = [
      column.description,
      ...(column.values === null ? [] : [`One of ${column.values.join(', ')}.`]),
      ...(reference === undefined ? [] : [`Refers to \`${reference.table}.${reference.key}\`.`]),
    ];
    const presence = column.isNullable ? 'may be empty' : '';
    return `| \`${column.name}\` | ${column.type} | ${presence} | ${notes.join(' ')} |`;
  });
  return `
### ${title}

${description} \`csv/${name}.csv\`, ${rows.length} records, key ${primaryKey.map((key) => `\`${key}\``).join(' and ')}.

| Column | Type | | Meaning |
| --- | --- | --- | --- |
${lines.join('\n')}
`;
}

/** How to cite the dataset, as in a list of references. */
function citationOf({ name, site_url }: Service, publishedAt: Timestamp): string {
  const year = publishedAt.slice(0, 4);
  return `${oneLine(name)} (${year}). Dataset, version of ${publishedAt}. ${site_url}`;
}

/** `CITATION.cff`, in the Citation File Format 1.2.0. Every JSON string is a YAML string. */
export function toCitationFile(service: Service, publishedAt: Timestamp): string {
  const { name, site_url, base_url, contact, license, attribution } = service;
  const spdxId = spdxIdOf(license.url);
  const entity = (name: string, email: string | null, website: string | null) =>
    [
      `  - name: ${text(name)}`,
      ...(email === null ? [] : [`    email: ${text(email)}`]),
      ...(website === null ? [] : [`    website: ${text(website)}`]),
    ].join('\n');
  return `${[
    'cff-version: 1.2.0',
    `message: ${text(attribution)}`,
    'type: dataset',
    `title: ${text(name)}`,
    ...(service.notice === null ? [] : [`abstract: ${text(service.notice)}`]),
    `version: ${text(publishedAt)}`,
    `date-released: ${text(dayOf(publishedAt))}`,
    'authors:',
    entity(name, null, site_url),
    'contact:',
    entity(contact.name, contact.email, contact.url),
    `url: ${text(site_url)}`,
    `repository: ${text(base_url)}`,
    // license-url is for what is not on the SPDX list.
    spdxId === null ? `license-url: ${text(license.url)}` : `license: ${spdxId}`,
  ].join('\n')}\n`;
}

function text(value: string): string {
  return JSON.stringify(value);
}

/** The SPDX identifier of a licence that has a well-known address; null for any other. */
export function spdxIdOf(url: string): string | null {
  const [, path = ''] = /^https?:\/\/(?:www\.)?(.+?)\/?$/.exec(url.toLowerCase()) ?? [];
  const [, kind, version] = COMMONS.exec(path) ?? [];
  if (kind !== undefined) return `CC-${kind.toUpperCase()}-${version}`;
  if (/^creativecommons\.org\/publicdomain\/zero\/1\.0(\/|$)/.test(path)) return 'CC0-1.0';
  const [, commons = ''] =
    /^opendatacommons\.org\/licenses\/(by|odbl|pddl)(?:\/|$)/.exec(path) ?? [];
  return OPEN_DATA_COMMONS[commons] ?? null;
}

/** The versions that were ported to countries have other terms there, and only some have a name. */
const COMMONS =
  /^creativecommons\.org\/licenses\/(by(?:-nc)?(?:-sa|-nd)?)\/([1-4]\.0|2\.5)(?:\/(?:deed|legalcode)\S*)?$/;

const OPEN_DATA_COMMONS: Readonly<Record<string, string>> = {
  by: 'ODC-By-1.0',
  odbl: 'ODbL-1.0',
  pddl: 'PDDL-1.0',
};
