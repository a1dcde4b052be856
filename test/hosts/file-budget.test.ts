import { expect, it } from 'vitest';
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
    diagnostics: [{ finding: { code: 'host/too-many-files', limit: 20_000, setting: 'json' } }],
  });
}, 120_000);

it('they are few enough with pages in JSON alone', async () => {
  const result = await large(claimPages('json')).buildAt(0, { host: 'cloudflare' });
  expect(result).toMatchObject({ ok: true });
  if (result.ok) expect(result.report.files).toBeLessThan(19_000);
}, 120_000);
