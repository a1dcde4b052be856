import type { Service, Timestamp } from '../model/index.ts';
import { inMarkdown } from '../represent/index.ts';
import { citationOf } from './citation.ts';
import type { CsvFile } from './csv-file.ts';

/** `README.md` of the archive: what is in it, on which terms, and what each column means. */
export function toReadMe(
  tables: readonly CsvFile[],
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

function describeTable({ table, records }: CsvFile) {
  const { name, title, description, columns, primaryKey, foreignKeys } = table;
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

${description} \`csv/${name}.csv\`, ${records} records, key ${primaryKey.map((key) => `\`${key}\``).join(' and ')}.

| Column | Type | | Meaning |
| --- | --- | --- | --- |
${lines.join('\n')}
`;
}
