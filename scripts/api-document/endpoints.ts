import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../src/client/index.ts';
import { renderColumns, type Shape, shapeOf } from './columns.ts';
import { examplesOfDocument } from './document-examples.ts';
import { examplesOf, renderLanguages, type Table } from './languages.ts';
import { type Address, addressesOf, fillIn, namesIn, resolve } from './open-api.ts';
import { BASE, ORIGIN, type Publication } from './publication.ts';
import { fenced, replay } from './replay.ts';

/** A heading for every address of a table, with a real request and its real answer. */
export async function renderTables(publication: Publication): Promise<string> {
  const addresses = addressesOf(publication.openApi).filter(({ forms }) => forms.length > 0);
  return joinSections(addresses, (address) => renderTable(address, publication));
}

/** The same for what has one form. */
export async function renderDocuments(publication: Publication): Promise<string> {
  const addresses = addressesOf(publication.openApi).filter(({ forms }) => forms.length === 0);
  return joinSections(addresses, (address) => renderDocument(address, publication));
}

async function joinSections(
  addresses: readonly Address[],
  render: (address: Address) => Promise<string>,
): Promise<string> {
  const sections: string[] = [];
  for (const address of addresses) sections.push(await render(address));
  return sections.join('\n\n');
}

async function renderTable(address: Address, publication: Publication): Promise<string> {
  const { path, item, forms } = address;
  const table = tableOf(address, publication);
  const { meta, columns } = shapeAt(address, publication);
  const [json, csv] = [`curl -s ${table.url}.json`, `curl -s ${table.url}.csv`];
  const forNames = describeNames(address, publication);
  return [
    `### ${headingOf(path)}`,
    `${item.get.summary}. ${item.get.description}`,
    `Paths: ${[path, ...forms].map((form) => `\`${form}\``).join(', ')}.${errorsOf(address, publication)}`,
    ...(forNames === '' ? [] : [forNames]),
    fenced('sh', json),
    await replay(json, publication),
    ...(forms.some((form) => form.endsWith('.csv'))
      ? [fenced('sh', csv), await replay(csv, publication)]
      : []),
    renderLanguages(examplesOf(table)),
    renderColumns('Column', columns),
    renderColumns('`meta`', meta),
  ].join('\n\n');
}

/** What an address answers with, by media type. */
function contentOf({ item }: Address, { openApi }: Publication) {
  return resolve(item.get.responses['200'] ?? { description: '' }, openApi).content ?? {};
}

function shapeAt(address: Address, publication: Publication): Shape {
  const { schema = {} } = contentOf(address, publication)['application/json'] ?? {};
  const shape = shapeOf(schema, publication.openApi);
  if (shape === null) throw new Error(`${address.path} is not described as a table`);
  return shape;
}

function describeNames({ item }: Address, { openApi }: Publication): string {
  return namesIn(item, openApi)
    .map(({ name, description }) => `\`{${name}}\`: ${description}`)
    .join('\n');
}

function errorsOf({ item }: Address, { openApi }: Publication): string {
  const errors = ['404', '410'].flatMap((status) => {
    const response = item.get.responses[status];
    return response === undefined
      ? []
      : [`${status}: ${resolve(response, openApi).description.replace(/\.$/, '')}`];
  });
  return errors.length === 0 ? '' : ` ${errors.join('. ')}.`;
}

/** Every table, as programs ask for it. */
export function tablesOf(publication: Publication): readonly Table[] {
  return addressesOf(publication.openApi)
    .filter(({ forms }) => forms.length > 0)
    .map((address) => tableOf(address, publication));
}

function tableOf(address: Address, publication: Publication): Table {
  const { path, item } = address;
  const filled = fillIn(path, item, publication.openApi);
  const known = PROGRAM_NAMES[path];
  if (known === undefined) throw new Error(`Programs have no name for ${path}`);
  const [, name = ''] = /^\/\w+\/([^/]+)/.exec(filled) ?? [];
  const file = join(publication.root, `${filled === '/' ? 'index' : filled}.json`);
  const { data }: { data: readonly object[] } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    name: known.name,
    url: filled === '/' ? `${BASE}/index` : `${BASE}${filled}`,
    columns: shapeAt(address, publication).columns,
    call: `${known.method}(${name === '' ? '' : `'${name}'`})`,
    // Who asks for a name may misspell it, and not every release has downloads.
    mayBeMissing: name !== '' || known.method === 'snapshots',
    records: data.length,
  };
}

/** What a program would call a table, and the method of the shipped client. */
const PROGRAM_NAMES: {
  readonly [path: string]: { readonly name: string; readonly method: keyof Client };
} = {
  '/': { name: 'links', method: 'service' },
  '/operators': { name: 'operators', method: 'operators' },
  '/operators/{operator}': { name: 'operator', method: 'operator' },
  '/operators/{operator}/facts': { name: 'operator_facts', method: 'facts' },
  '/operators/{operator}/claims': { name: 'history', method: 'operatorClaims' },
  '/best/{category}': { name: 'ranking', method: 'best' },
  '/table': { name: 'wide_table', method: 'table' },
  '/payment-options': { name: 'payment_options', method: 'paymentOptions' },
  '/fees': { name: 'fees', method: 'fees' },
  '/limits': { name: 'limits', method: 'limits' },
  '/pros-cons': { name: 'pros_cons', method: 'prosAndCons' },
  '/sources': { name: 'sources', method: 'sources' },
  '/metrics/{metric}': { name: 'metric', method: 'metric' },
  '/changes/{year}': { name: 'changes_of_year', method: 'changesOfYear' },
  '/metrics': { name: 'metrics', method: 'metrics' },
  '/categories': { name: 'categories', method: 'categories' },
  '/facts': { name: 'facts', method: 'allFacts' },
  '/claims': { name: 'claims', method: 'claims' },
  '/claims/{claim_id}': { name: 'claim', method: 'claim' },
  '/changes': { name: 'changes', method: 'changes' },
  '/snapshots': { name: 'downloads', method: 'snapshots' },
};

async function renderDocument(address: Address, publication: Publication): Promise<string> {
  const { path, item } = address;
  const filled = fillIn(path, item, publication.openApi);
  const url = path.startsWith('/.well-known/') ? `${ORIGIN}${filled}` : `${BASE}${filled}`;
  const types = Object.keys(contentOf(address, publication)).map((type) => `\`${type}\``);
  const isDownload = path.startsWith('/snapshots/');
  const command = isDownload ? `curl -I ${BASE}/snapshots/claims.parquet` : `curl -s ${url}`;
  const names = describeNames(address, publication);
  const examples = examplesOfDocument(path, publication);
  return [
    `### ${headingOf(path)}`,
    `${item.get.summary}, as ${types.join(', ')}.${path === '/changes.atom' ? AS_TABLE : ''}`,
    ...(names === '' ? [] : [names]),
    ...(isDownload ? [fenced('sh', `curl -O ${url}`)] : []),
    fenced('sh', command),
    await replay(command, publication),
    ...(examples.length === 0 ? [] : [renderLanguages(examples)]),
  ].join('\n\n');
}

const AS_TABLE = ' [`/changes`](#changes) has the same changes as a table.';

/** A line for every address. */
export function renderAddresses({ openApi }: Publication): string {
  const rows = addressesOf(openApi).map(({ path, item, forms }) => {
    const kinds = forms.map((form) => form.replace(/.*\./, '').toUpperCase());
    return `| [\`${path}\`](#${anchorOf(path)}) | ${item.get.summary} | ${kinds.join(', ')} |`;
  });
  return ['| Endpoint | Response | Formats |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The heading of an address; of `/` alone there would be nothing to link to. */
export function headingOf(path: string): string {
  return path === '/' ? 'The base URL, `/`' : `\`${path}\``;
}

/** The anchor that GitHub gives a heading. */
function anchorOf(path: string): string {
  return headingOf(path)
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** The addresses of all tables in both forms, to be put into any of the languages. */
export function renderTableAddresses(publication: Publication): string {
  const rows = tablesOf(publication).map(
    ({ name, url, call }) => `| \`${name}\` | \`${url}.csv\` | \`api.${call}\` |`,
  );
  return ['| Table | URL (`.json` works too) | Client |', '| --- | --- | --- |', ...rows].join(
    '\n',
  );
}
