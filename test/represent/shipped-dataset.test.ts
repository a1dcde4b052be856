import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTS } from '../../src/hosts/index.ts';
import { type BuildResult, build, type Manifest } from '../../src/index.ts';
import { DEFAULT_SERVING } from '../../src/policy/index.ts';
import { freePort } from '../doors/real-server.ts';
import { repository } from '../doors/repository.ts';
import { startServe } from '../hosts/servers/start-serve.ts';

type Row = Record<string, unknown>;
interface Body {
  readonly meta: Row;
  readonly data: readonly Row[];
}

const SUMMARY =
  'id slug name license_jurisdiction kyc_level kyc_threshold_usd accepts_vpn has_mobile_app url api_url updated_at';
const CLAIM =
  'claim_id operator_id operator_slug operator metric metric_name value unit evidence_url observed_at status superseded_by retracted_at retracted_reason citation content_hash api_url first_observed_at observations archive_url quote corrections operator_status csl bibtex';
const ENTRY = 'operator_id operator_slug operator position';
const GENERAL = 'generated_at version service license license_url attribution';
/** The columns and the meta of each kind of answer, as the contract words them. */
const CONTRACT = {
  index: {
    columns: 'name rel href is_template media_types title total integrity',
    meta: 'name notice license attribution contact site_url operator_url base_url claim_pages pages deprecation operators ended_operators claims current_claims metrics categories removed_categories newest_observed_at total generated_at version service license_url',
  },
  metrics: {
    columns:
      'key name description type unit better operators_with_current_claim newest_observed_at oldest_observed_at min max retired_at replaced_by',
    meta: `total operators ${GENERAL}`,
  },
  categories: {
    columns:
      'slug alias title description status rule where cite rank_by removed_at reason see api_url',
    meta: `total active removed ${GENERAL}`,
  },
  'all-facts': {
    columns:
      'operator_id operator_slug claim_id operator metric metric_name value unit evidence_url observed_at',
    meta: `total ${GENERAL}`,
  },
  claims: {
    columns:
      'claim_id operator_id operator_slug metric value observed_at status superseded_by retracted_at retracted_reason api_url first_observed_at observations evidence_url unit archive_url quote corrections operator_status',
    meta: `total ${GENERAL}`,
  },
  claim: { columns: CLAIM, meta: `claim_id operator status ${GENERAL}` },
  list: { columns: SUMMARY, meta: `total ${GENERAL}` },
  detail: {
    columns: `${SUMMARY} payment_options fees limits pros cons sources website status ended_at ended_reason merged_into former_slugs`,
    meta: `operator ${GENERAL}`,
  },
  facts: {
    columns: 'claim_id operator metric metric_name value unit evidence_url observed_at',
    meta: 'operator total_facts operator_status generated_at service license license_url attribution',
  },
  best: {
    columns: `rank ${SUMMARY} metric metric_name value unit claim_id evidence_url observed_at previous_rank`,
    meta: `category alias title description total left_out ${GENERAL}`,
  },
  metric: {
    columns:
      'rank operator_id operator_slug operator value unit claim_id evidence_url observed_at age_days',
    meta: `metric total operators as_of distribution ${GENERAL}`,
  },
  'operator-claims': {
    columns:
      'claim_id operator metric metric_name value unit evidence_url observed_at valid_from valid_to status superseded_by retracted_at retracted_reason observations',
    meta: `operator operator_status total ${GENERAL}`,
  },
  'payment-options': {
    columns: `${ENTRY} asset network deposit withdrawal note`,
    meta: `total ${GENERAL}`,
  },
  fees: {
    columns: `${ENTRY} type asset network model amount currency percent note claim_id effective_amount`,
    meta: `total ${GENERAL}`,
  },
  limits: {
    columns: `${ENTRY} type amount currency asset network period tier note claim_id`,
    meta: `total ${GENERAL}`,
  },
  'pros-cons': { columns: `${ENTRY} kind text`, meta: `total ${GENERAL}` },
  sources: { columns: `${ENTRY} title url accessed_at`, meta: `total ${GENERAL}` },
} as const;
type Kind = keyof typeof CONTRACT;

const out = mkdtempSync(join(tmpdir(), 'operator-api-shipped-'));
let result: BuildResult;
let tables: { kind: Kind; path: string; rows: number; body: Body; csv: string }[];

beforeAll(async () => {
  result = await build({ data: join(repository, 'data'), out });
  const manifest = JSON.parse(read('/manifest.json')) as Manifest;
  tables = manifest.resources.flatMap(({ kind, path, rows }) =>
    !isTableKind(kind)
      ? []
      : [
          {
            kind,
            path,
            rows: rows ?? -1,
            body: JSON.parse(read(`${path}.json`)),
            csv: read(`${path}.csv`),
          },
        ],
  );
});
afterAll(() => rmSync(out, { recursive: true }));

function isTableKind(kind: string): kind is Kind {
  return kind in CONTRACT;
}

function read(path: string): string {
  return readFileSync(join(out, 'api/v1', `.${path}`), 'utf8');
}

describe('every response of the shipped dataset', () => {
  it('has the keys of the contract, all of them, in their order', () => {
    expect(result).toMatchObject({ ok: true });
    expect(new Set(tables.map(({ kind }) => kind)).size).toBe(Object.keys(CONTRACT).length);
    for (const { kind, path, body } of tables) {
      expect(Object.keys(body), path).toEqual(['meta', 'data']);
      expect(Object.keys(body.meta).join(' '), path).toBe(CONTRACT[kind].meta);
      for (const row of body.data)
        expect(Object.keys(row).join(' '), path).toBe(CONTRACT[kind].columns);
    }
  });

  it('is compact JSON with one line break at its end', () => {
    for (const { path, body } of tables)
      expect(read(`${path}.json`)).toBe(`${JSON.stringify(body)}\n`);
  });

  it('is CSV that another reader reads back to the records of the JSON', () => {
    for (const { kind, path, body, csv } of tables) {
      const [header, ...rows] = parse(csv, { record_delimiter: '\r\n' }) as string[][];
      expect(header?.join(' '), path).toBe(CONTRACT[kind].columns);
      expect(rows, path).toEqual(body.data.map((row) => Object.values(row).map(toCell)));
    }
  });

  it('is CSV without a byte order mark and without a line that ends in anything but CR LF', () => {
    for (const { path, csv } of tables) {
      expect(csv.startsWith('\ufeff'), path).toBe(false);
      expect(csv.endsWith('\r\n'), path).toBe(true);
      const outsideQuotes = csv.replace(/"(?:[^"]|"")*"/g, '');
      expect(outsideQuotes.replaceAll('\r\n', ''), path).not.toMatch(/[\r\n]/);
    }
  });

  it('counts itself: total, total_facts and the rows of the manifest', () => {
    for (const { kind, path, rows, body } of tables) {
      expect(body.data.length, path).toBe(rows);
      const { total, total_facts: totalFacts } = body.meta;
      if (kind === 'detail' || kind === 'claim') expect(rows).toBe(1);
      else expect(kind === 'facts' ? totalFacts : total, path).toBe(rows);
    }
  });

  it('points to addresses that exist', () => {
    const list = tables.find(({ kind }) => kind === 'list');
    const ids = list?.body.data.map(({ id }) => id as number) ?? [];
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    for (const { id, slug, url, api_url: apiUrl } of list?.body.data ?? []) {
      expect(url).toBe(`https://compare.example/operators/${slug}`);
      expect(apiUrl).toBe(`https://compare.example/api/v1/operators/${slug}`);
      expect(read(`/operators/${id}.json`)).toBe(read(`/operators/${slug}.json`));
    }
  });

  it('is served by a plain file host, with and without its suffix', async () => {
    const port = await freePort();
    const deployment = { ...DEFAULT_SERVING, root: out, listen: '80', serverName: null };
    const more = { precompressed: false, removedCategories: [] };
    const [file] = HOSTS.serve.configure({ ...deployment, ...more }, '');
    await startServe(file?.text ?? '', port);
    for (const { path } of tables) {
      for (const suffix of ['', '.json', '.csv']) {
        const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}${suffix}`);
        expect(answer.status).toBe(200);
        expect(await answer.text()).toBe(read(path + (suffix || '.json')));
      }
    }
  });
});

describe('the shipped dataset', () => {
  it('is large enough that every page shows something', () => {
    expect(result).toMatchObject({ ok: true });
    if (!result.ok) return;
    const { operators, claims, metrics, categories } = result.counts;
    expect(operators).toBeGreaterThanOrEqual(15);
    expect(claims).toBeGreaterThanOrEqual(115);
    expect(metrics).toBeGreaterThanOrEqual(12);
    expect(categories).toBe(3);
  });

  it('ranks at least four operators in each category, with a tie, and leaves some out', () => {
    const total = tables.find(({ kind }) => kind === 'list')?.rows ?? 0;
    for (const { path, body } of tables.filter(({ kind }) => kind === 'best')) {
      const ranks = body.data.map(({ rank }) => rank);
      expect(ranks.length, path).toBeGreaterThanOrEqual(4);
      expect(ranks.length, path).toBeLessThan(total);
      expect(new Set(ranks).size, path).toBeLessThan(ranks.length);
    }
  });

  it('shows every branch of the model', () => {
    const details = tables
      .filter(({ kind }) => kind === 'detail')
      .map(({ body }) => body.data[0] as Row);
    const all = (key: string) => details.flatMap((row) => row[key] as Row[]);
    const valuesOf = (rows: readonly Row[], key: string) =>
      [...new Set(rows.map((row) => row[key]))].sort();
    expect(valuesOf(details, 'kyc_level')).toEqual([
      'discretionary',
      'none',
      null,
      'required',
      'threshold',
    ]);
    expect(valuesOf(all('fees'), 'model')).toEqual([
      'flat',
      'flat_and_percent',
      'free',
      'network',
      'percent',
      'unknown',
    ]);
    expect(valuesOf(all('limits'), 'type')).toHaveLength(6);
    expect(valuesOf(all('limits'), 'period')).toEqual(['day', 'month', 'transaction', 'week']);
    expect(
      all('limits').some(({ amount }) => amount === null),
      'a limit without a cap',
    ).toBe(true);

    const facts = tables.filter(({ kind }) => kind === 'facts');
    expect(
      facts.some(({ rows }) => rows === 0),
      'an operator without claims',
    ).toBe(true);
    const values = facts.flatMap(({ body }) => body.data.map(({ value }) => typeof value));
    expect([...new Set(values)].sort()).toEqual(['boolean', 'number', 'string']);

    const names = details.map(({ name }) => String(name));
    expect(
      names.some((name) => /[^\x20-\x7e]/.test(name)),
      'a name outside ASCII',
    ).toBe(true);
    expect(
      names.some((name) => name.includes(',')),
      'a name with a comma',
    ).toBe(true);
    expect(
      names.some((name) => name.includes('"')),
      'a name with a quote',
    ).toBe(true);
    expect(
      tables.some(({ csv }) => /"[^"\n]*\n[^"]*"/.test(csv)),
      'a line break in a cell',
    ).toBe(true);
  });
});

/** A value of the JSON as the contract writes it into a cell. */
function toCell(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
