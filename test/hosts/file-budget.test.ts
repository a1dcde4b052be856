import { expect, it } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { project } from '../doors/check-build.ts';
import { claimPages, operator, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';

const OPERATORS = 1000;
const CLAIMS_EACH = 10;

/** Metrics, and a claim of each about every operator. */
function large(pages: Sources) {
  const metrics = Array.from(
    { length: CLAIMS_EACH },
    (_, index) => `metric_${'abcdefghij'[index]}`,
  );
  const dictionary = metrics.map(
    (key) => `- { key: ${key}, name: ${key}, description: Any, type: number, better: none }\n`,
  );
  const sources = Array.from({ length: OPERATORS }, (_, index): [string, string][] => {
    const id = index + 100;
    const claims = metrics.map(
      (metric) => `- claim_id: ${metric}_${id}
  metric: ${metric}
  value: ${id}
  evidence_url: https://evidence.example/
  observed_at: 2026-10-01T00:00:00Z
`,
    );
    return [
      [`operators/operator-${id}.yaml`, operator(id, `Operator ${id}`)],
      [`facts/operator-${id}.yaml`, claims.join('')],
    ];
  });
  return project(
    tiny({
      ...pages,
      'metrics.yaml': `${TINY['metrics.yaml']}${dictionary.join('')}`,
      ...Object.fromEntries(sources.flat()),
    }),
  );
}

it('a thousand operators with ten claims each are too many files with every page, and it says what helps', async () => {
  const result = await large(claimPages('json_and_csv')).buildAt(0, { host: 'cloudflare' });
  expect(result).toMatchObject({
    ok: false,
    diagnostics: [{ finding: { code: 'host/too-many-files', limit: 20_000, setting: 'none' } }],
  });
}, 120_000);

it('they are few enough with pages in JSON alone, and no further files for each operator', async () => {
  const { 'service.yaml': service } = claimPages('json');
  const switches = ['operator_claims', 'operator_markdown', 'operator_feeds'];
  const lean = `${service}${switches.map((name) => `${name}: false\n`).join('')}`;
  const result = await large({ 'service.yaml': lean }).buildAt(0, { host: 'cloudflare' });
  expect(result).toMatchObject({ ok: true });
  if (result.ok) expect(result.report.files).toBeLessThan(19_000);
}, 120_000);

it('everything about a thousand operators is few files where claims have no pages', async () => {
  const { 'service.yaml': service = '', ...others } = generateDataset(OPERATORS);
  expect(service).toContain('claim_pages: none');
  const everything = { host: 'cloudflare', snapshots: true } as const;
  const full = await project({ 'service.yaml': service, ...others }).buildAt(0, everything);
  const lean = `${service}operator_markdown: false\n`;
  const less = await project({ 'service.yaml': lean, ...others }).buildAt(0, everything);
  expect([full, less]).toMatchObject([{ ok: true }, { ok: true }]);
  if (!full.ok || !less.ok) return;
  expect(full.report.files).toBeLessThan(20_000);
  expect(full.report.files - less.report.files).toBe(OPERATORS);
}, 120_000);
