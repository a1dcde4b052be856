import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { editorSchemas } from '../../src/contract/index.ts';
import { unpublishedProblem } from '../../src/policy/index.ts';
import { nameOfKind } from '../doors/answer-names.ts';
import { checkSources } from '../doors/check-sources.ts';
import { HOSTILE } from '../doors/hostile-dataset.ts';
import { publicationOf } from '../doors/publication.ts';
import { sampleSources } from '../doors/sample-data.ts';
import { type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';
import { closed, compileSchema, objections } from './ajv.ts';
import { DESCRIBED_DATASETS } from './described-datasets.ts';

const DATASETS: typeof DESCRIBED_DATASETS = [...DESCRIBED_DATASETS, ['a tiny dataset', tiny()]];

describe.each(DATASETS)('what is published of %s', (_, sources) => {
  it('is in JSON what its published schema says, with no key more and none less', async () => {
    const { read, readManifest } = await publicationOf(sources);
    const schemas = new Map<string, ReturnType<typeof compileSchema>>();
    const check = (path: string, name: string) => {
      const schema = JSON.parse(read(`schemas/${name}.json`));
      expect(schema.$id).toMatch(new RegExp(`/api/v1/schemas/${name}\\.json$`));
      const validate = schemas.get(name) ?? compileSchema(closed(schema));
      schemas.set(name, validate);
      expect([path, ...objections(validate, JSON.parse(read(path)))]).toEqual([path]);
    };
    check('manifest.json', 'manifest');
    const checked = new Set<string>();
    for (const { kind, files } of readManifest().resources) {
      const [file] = files;
      if (kind === 'document' || file === undefined) continue;
      check(file.path, nameOfKind(kind));
      checked.add(kind);
    }
    expect(checked.size).toBeGreaterThanOrEqual(8);
  });

  it('has a schema for each kind of answer, and no other', async () => {
    const { readManifest } = await publicationOf(sources);
    const { resources } = readManifest();
    const kinds = new Set(resources.map(({ kind }) => kind));
    const published = resources
      .flatMap(({ files }) => files.map(({ path }) => path))
      .filter((path) => path.startsWith('schemas/') && !path.startsWith('schemas/source-'));
    kinds.delete('document');
    expect(published.sort()).toEqual(
      // A year without changes has no answer, but its schema is published before changes are known.
      [...new Set([...kinds, 'changes-of-year', 'manifest'])]
        .map((kind) => `schemas/${nameOfKind(kind)}.json`)
        .sort(),
    );
  });

  it('says in its schemas what every field means', async () => {
    const { read, readManifest } = await publicationOf(sources);
    const paths = readManifest()
      .resources.flatMap(({ files }) => files.map(({ path }) => path))
      .filter((path) => path.startsWith('schemas/'));
    const undescribed = paths.flatMap((path) => [
      ...fieldsWithoutMeaning(JSON.parse(read(path)), path),
    ]);
    expect(undescribed).toEqual([]);
    expect(paths.length).toBeGreaterThan(10);
  });

  it('has a schema that fits what a host says where it refuses a request by itself', async () => {
    const { read } = await publicationOf(sources);
    const validate = compileSchema(closed(JSON.parse(read('schemas/problem.json'))));
    const problems = [400, 408, 414, 417, 431].map((status) => unpublishedProblem(status, 'No'));
    expect(problems.flatMap((one) => objections(validate, JSON.parse(one)))).toEqual([]);
  });

  it('is in CSV what its metadata says, cell by cell', async () => {
    const { read, readManifest } = await publicationOf(sources);
    for (const { kind, files } of readManifest().resources) {
      const path = files.find(({ path }) => path.endsWith('.csv'))?.path;
      if (path === undefined) continue;
      const metadata = JSON.parse(read(`csvw/${kind}.json`));
      const urls: string[] = metadata.tables?.map(({ url }: { url: string }) => url) ?? [
        metadata.url,
      ];
      expect(urls).toContain(`../${path}`);
      const { columns } = metadata.tableSchema as { columns: readonly Column[] };
      const [header, ...rows] = parseCsv(read(path), { relaxColumnCount: false }) as string[][];
      expect(header).toEqual(columns.map(({ titles }) => titles));
      for (const row of rows) {
        expect(columns.filter((column, index) => !isCell(row[index] ?? '', column))).toEqual([]);
      }
    }
  });
});

interface Column {
  readonly titles: string;
  readonly required: boolean;
  readonly datatype: string | { readonly base: string; readonly format: string };
}

/** Whether a cell is what a column says (Model for Tabular Data, §6.4). */
function isCell(cell: string, { datatype, required }: Column): boolean {
  if (cell === '') return !required;
  if (typeof datatype === 'object') return new RegExp(`^(?:${datatype.format})$`).test(cell);
  switch (datatype) {
    case 'integer':
      return /^-?\d+$/.test(cell);
    case 'number':
      return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell);
    case 'boolean':
      return cell === 'true' || cell === 'false';
    case 'dateTimeStamp':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(cell);
    case 'json':
      return JSON.parse(cell) !== undefined;
    default:
      return datatype === 'string';
  }
}

describe('the schema of a source', () => {
  const schemas = new Map(
    [...editorSchemas()].map(([file, text]) => [
      file,
      compileSchema(JSON.parse(text), ['patternErrorMessage']),
    ]),
  );
  const objectionsTo = (name: string, text: string | Uint8Array): string[] => {
    const validate = schemas.get(`source-${kindOf(name)}.json`);
    if (validate === undefined) throw new Error(`No schema for ${name}`);
    const value = parse(Buffer.from(text).toString(), { version: '1.2', schema: 'core' });
    return objections(validate, value);
  };

  it.each([
    ['the sample data', sampleSources()],
    ['a hostile dataset', HOSTILE],
  ])('accepts %s', (_, sources) => {
    for (const [name, text] of Object.entries(sources)) {
      expect([name, ...objectionsTo(name, text ?? '')]).toEqual([name]);
    }
  });

  it.each(MISTAKES())('refuses %s, as the validator does', (_, name, wrong) => {
    const sources: Sources = tiny({ [name]: wrong });
    expect(checkSources(sources).diagnostics.length).toBeGreaterThan(0);
    expect(objectionsTo(name, wrong)).not.toEqual([]);
  });
});

function kindOf(name: string): string {
  if (name.startsWith('operators/')) return 'operator';
  return name.startsWith('facts/') ? 'facts' : name.replace('.yaml', '');
}

type Mistake = readonly [what: string, file: string, text: string];

/** One mistake each, which an editor shows while it is made. */
function MISTAKES(): readonly Mistake[] {
  const inFile = (what: string, file: string, from: string, to: string): Mistake => {
    const sound = TINY[file] ?? '';
    if (!sound.includes(from)) throw new Error(`Nothing to replace: ${from}`);
    return [what, file, sound.replace(from, to)];
  };
  const inOperator = (what: string, from: string, to: string) =>
    inFile(what, 'operators/anchor.yaml', from, to);
  const inFacts = (what: string, from: string, to: string) =>
    inFile(what, 'facts/anchor.yaml', from, to);
  return [
    inOperator('an unknown key', 'name:', 'nmae: x\nname:'),
    inOperator('a missing key', 'accepts_vpn: true\n', ''),
    inOperator('an unknown level', 'kyc_level: none', 'kyc_level: some'),
    inOperator('a level without its threshold', 'kyc_level: none', 'kyc_level: threshold'),
    inOperator(
      'a threshold without its level',
      'kyc_level: none',
      'kyc_level: none\nkyc_threshold_usd: 5',
    ),
    inOperator(
      'a threshold below zero',
      'kyc_level: none',
      'kyc_level: threshold\nkyc_threshold_usd: -5',
    ),
    inOperator('an id that is no integer', 'id: 7', 'id: 7.5'),
    inOperator('an id of zero', 'id: 7', 'id: 0'),
    inOperator('a blank name', 'name: Anchor', 'name: " "'),
    inOperator('a name that a spreadsheet would run', 'name: Anchor', 'name: "=1+1"'),
    inOperator('a time without seconds', '2026-10-02T09:30:00Z', '2026-10-02T09:30Z'),
    inOperator('a time that is not UTC', '2026-10-02T09:30:00Z', '2026-10-02T09:30:00+02:00'),
    inOperator('a day that does not exist', '2026-10-02T09:30:00Z', '2026-02-30T09:30:00Z'),
    inOperator('a flat fee without amount', 'fees: []', 'fees: [{ type: deposit, model: flat }]'),
    inOperator(
      'a free fee with amount',
      'fees: []',
      'fees: [{ type: deposit, model: free, amount: 1, currency: X }]',
    ),
    inOperator(
      'a fee above 100 %',
      'fees: []',
      'fees: [{ type: deposit, model: percent, percent: 101 }]',
    ),
    inOperator(
      'a limit without currency',
      'limits: []',
      'limits: [{ type: stake_max, amount: 1, period: day }]',
    ),
    inOperator(
      'a limit without amount',
      'limits: []',
      'limits: [{ type: stake_max, period: day }]',
    ),
    inOperator(
      'an address that is none',
      'sources: []',
      'sources: [{ title: T, url: example.com, accessed_at: 2026-01-01T00:00:00Z }]',
    ),
    inFacts('a claim id of another form', 'fee_usd_1', 'fee-usd-1'),
    inFacts('a metric key of another form', 'metric: fee_usd', 'metric: Fee'),
    inFacts('a value that is a list', 'value: 1.5', 'value: [1.5]'),
    inFacts(
      'two fates',
      'value: 1.5',
      'value: 1.5\n  superseded_by: fee_usd_2\n  retracted: { at: 2026-01-01T00:00:00Z, reason: R }',
    ),
    inFacts('an address with credentials', 'https://anchor', 'https://a:b@anchor'),
    inFile('a contact that nobody can reach', 'service.yaml', ', email: desk@tiny.example', ''),
    inFile('a base address of another form', 'service.yaml', '/api/v1', '/api/v2'),
    inFile(
      'an unknown choice of claim pages',
      'service.yaml',
      'notice: null',
      'notice: null\nclaim_pages: some',
    ),
    inFile(
      'an end for which there is no reason',
      'service.yaml',
      'notice: null',
      'deprecation: { since: 2027-01-01T00:00:00Z }',
    ),
    inFile('a slug of digits', 'categories.yaml', 'slug: cheapest', 'slug: "12"'),
    inFile(
      'a ranking by nothing',
      'categories.yaml',
      'rank_by:\n      - { by: fee_usd, order: ascending }',
      'rank_by: []',
    ),
    inFile('an unknown type', 'metrics.yaml', 'type: number', 'type: float'),
  ];
}

interface SchemaPart {
  readonly description?: string;
  readonly properties?: { readonly [field: string]: SchemaPart };
  readonly items?: SchemaPart;
}

/** The fields below a schema of which nothing says what they mean. */
function* fieldsWithoutMeaning({ properties, items }: SchemaPart, at: string): Generator<string> {
  for (const [field, schema] of Object.entries(properties ?? {})) {
    if (!schema.description) yield `${at} ${field}`;
    yield* fieldsWithoutMeaning(schema, `${at} ${field}`);
  }
  if (items !== undefined) yield* fieldsWithoutMeaning(items, at);
}
