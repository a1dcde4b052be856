import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderAnnouncement } from './announcement.ts';
import {
  renderAddresses,
  renderDocuments,
  renderTableAddresses,
  renderTables,
  tablesOf,
} from './endpoints.ts';
import { examplesOf, joinInDuckdb, type Table } from './languages.ts';
import type { Publication } from './publication.ts';
import { fenced, putInTag, replay } from './replay.ts';

/**
 * docs/api.md: template.md, with what is generated in place of `<!-- name -->`, and below every
 * block of one curl command what is answered to it.
 *
 * @throws an Error when the template names something else
 */
export async function renderApiDocument(publication: Publication): Promise<string> {
  const template = readFileSync(join(import.meta.dirname, 'template.md'), 'utf8');
  const replayed = await replayAll(template, publication);
  const parts: { readonly [name: string]: string } = {
    addresses: renderAddresses(publication),
    announcement: renderAnnouncement(),
    join: renderJoin(publication),
    languages: renderLanguagesOnce(publication),
    'table addresses': renderTableAddresses(publication),
    tables: await renderTables(publication),
    documents: await renderDocuments(publication),
  };
  const body = replayed.replace(/<!-- ([\w ]+) -->/g, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`template.md: nothing is called ${name}`);
    return part;
  });
  return `${GENERATED}\n\n${body}`;
}

const GENERATED =
  '<!-- Written by `npm run docs` from scripts/api-document, data and the published openapi.json; do not edit. -->';

async function replayAll(template: string, publication: Publication): Promise<string> {
  const pieces: string[] = [];
  for (const piece of template.split(/(?<=^```sh\ncurl .*\n```\n)/m)) {
    const [, written] = /^```sh\n(curl -[siI] .*)\n```\n$/m.exec(piece) ?? [];
    if (written === undefined) {
      pieces.push(piece);
      continue;
    }
    const line = await putInTag(written, publication);
    pieces.push(`${piece.replace(written, () => line)}\n${await replay(line, publication)}\n`);
  }
  return pieces.join('');
}

/** Every language for the list of operators. */
function renderLanguagesOnce(publication: Publication): string {
  return examplesOf(tableNamed('operators', publication))
    .map(({ title, language, code }) => `**${title}**\n\n${fenced(language, code)}`)
    .join('\n\n');
}

function renderJoin(publication: Publication): string {
  const [facts, operators] = [
    tableNamed('facts', publication),
    tableNamed('operators', publication),
  ];
  return fenced('sql', joinInDuckdb(facts, operators));
}

function tableNamed(wanted: string, publication: Publication): Table {
  const table = tablesOf(publication).find(({ name }) => name === wanted);
  if (table === undefined) throw new Error(`There is no table ${wanted}`);
  return table;
}
