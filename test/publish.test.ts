import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BuildOptions, validate } from '../src/index.ts';
import { project } from './doors/check-build.ts';
import { NOW } from './doors/check-sources.ts';
import { temporaryFolder, writeFiles } from './doors/folders.ts';
import { plainHost } from './doors/plain-host.ts';
import { keptPublication, publicationOf } from './doors/publication.ts';
import { runCommand } from './doors/run-command.ts';
import { corrected, inMetrics, operator, type Sources, TINY, tiny } from './doors/tiny-dataset.ts';

const FACTS = TINY['facts/anchor.yaml'] ?? '';
const inFacts = (from: string, to: string): Sources => ({
  'facts/anchor.yaml': FACTS.replace(from, to),
});

/** Changes in place, each with the code that reports it. */
const RESTATEMENTS: readonly (readonly [sources: Sources, code: string])[] = [
  [inFacts('1.5', '2'), 'registry/claim-value-changed'],
  [inFacts('/fees', '/costs'), 'registry/claim-evidence-changed'],
  [inFacts('10-01T', '10-02T'), 'registry/claim-observation-changed'],
  [{ 'facts/anchor.yaml': null, 'facts/birch.yaml': FACTS }, 'registry/claim-changed'],
  [inMetrics('unit: USD', 'unit: EUR'), 'registry/metric-changed'],
  [inMetrics('better: none', 'better: higher'), 'registry/metric-changed'],
  [inMetrics('key: streams', 'key: live_streams'), 'registry/metric-vanished'],
];

/** Changes of the same claim that break no promise. */
const ALLOWED: readonly (readonly [what: string, sources: Sources])[] = [
  ['is seen again', inFacts('2026-10-01T00:00:00Z', '[2026-10-01, 2026-11-01]')],
  ['is corrected', { 'facts/anchor.yaml': corrected(FACTS.replace('1.5', '2'), 'value', '1.5') }],
  [
    'is superseded',
    {
      'facts/anchor.yaml': `${FACTS}  superseded_by: fee_usd_2\n${FACTS.replace('usd_1', 'usd_2').replace('1.5', '2')}`,
    },
  ],
];

const codesOf = ({ diagnostics }: Awaited<ReturnType<typeof validate>>) =>
  diagnostics.map(({ finding }) => finding.code);

const NEWER = `claim_id: fee_usd_2
  metric: fee_usd
  value: 2
  evidence_url: https://anchor.example/fees
  observed_at: 2026-10-05
`;

describe('a build over what the output folder has', () => {
  it.each(RESTATEMENTS)('%j: refuses with %s, and publishes nothing', async (sources, code) => {
    const one = await publicationOf(tiny());
    const before = one.read('manifest.json');
    one.change(sources);
    const result = await one.buildAt(60);
    expect(codesOf(result)).toEqual([code]);
    expect(result.diagnostics[0]?.finding).toMatchObject({ keptIn: one.out });
    expect(one.read('manifest.json')).toBe(before);
    expect(existsSync(join(one.out, '.operator-api'))).toBe(false);
  });

  it('refuses with a cache, from which the sources come, and knows the line', async () => {
    const options = { cache: join(temporaryFolder(), 'cache') };
    const one = await publicationOf(tiny(), options);
    one.change(inMetrics('unit: USD', 'unit: EUR'));
    expect(await one.buildAt(60, options)).toMatchObject({ ok: false });
    one.change({ ...inMetrics('unit: USD', 'unit: USD'), ...inFacts('value: 1.5', 'value: 2') });
    const { diagnostics } = await one.buildAt(60, options);
    const [{ place }] = diagnostics as [(typeof diagnostics)[0]];
    expect(place.file.text.slice(place.start, place.end)).toBe('2');
  });

  it.each(ALLOWED)('takes a claim that %s', async (_, sources) => {
    const one = await publicationOf(tiny());
    one.change(sources);
    expect(await one.buildAt(60)).toMatchObject({ ok: true });
  });

  it('takes what is not the publication of its manifest as unknown', async () => {
    const one = await publicationOf(tiny());
    writeFileSync(join(one.out, 'api/v1/claims.json'), one.read('claims.json').replace('1.5', '3'));
    expect(await one.buildAt(60)).toMatchObject({ ok: true });
    rmSync(join(one.out, 'api/v1/claims.json'));
    one.change(inFacts('1.5', '2'));
    expect(await one.buildAt(120)).toMatchObject({ ok: true });
  });

  it.each<[string, Sources, string]>([
    ['a superseded claim', { 'facts/anchor.yaml': `- ${NEWER}` }, 'registry/claim-vanished'],
    [
      'the slug of an operator',
      { 'operators/birch.yaml': null, 'operators/beech.yaml': operator(3, 'Birch') },
      'registry/slug-vanished',
    ],
  ])('refuses to remove %s', async (_, sources, code) => {
    const one = await publicationOf(
      tiny({
        'facts/anchor.yaml': `${TINY['facts/anchor.yaml']}  superseded_by: fee_usd_2\n- ${NEWER}`,
      }),
    );
    one.change(sources);
    expect(codesOf(await one.buildAt(60))).toEqual([code]);
  });

  it('only warns of the removal of an operator with its claims', async () => {
    const one = await publicationOf(tiny());
    one.change({ 'operators/anchor.yaml': null, 'facts/anchor.yaml': null });
    expect(await one.buildAt(60)).toMatchObject({ ok: true });
  });

  it('only warns in a preview', async () => {
    const warnings: string[] = [];
    const options: Partial<BuildOptions> = {
      isPreview: true,
      watcher: { onWarning: (sentence) => warnings.push(sentence) },
    };
    const one = await publicationOf(tiny());
    one.change(inFacts('1.5', '2'));
    expect(await one.buildAt(60, options)).toMatchObject({ ok: true });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The claim "fee_usd_1" was published with the value 1\.5, and has 2 now\. A build refuses this, but this preview replaces what was published/,
      ),
    ]);
  });
});

describe('--previous', () => {
  it.each(RESTATEMENTS)(
    '%j: refuses with %s, whatever the output folder has',
    async (sources, code) => {
      const { kept, manifest, data, change, buildAt } = await keptPublication();
      change(sources);
      await buildAt(30, { isPreview: true });
      const previous = `${(await plainHost(kept)).address}/manifest.json`;
      expect(codesOf(await buildAt(60, { previous: manifest }))).toEqual([code]);
      expect(codesOf(await buildAt(60, { previous }))).toEqual([code]);
      const clock = { now: NOW, isPinned: true };
      expect(codesOf(await validate({ data, clock, previous: manifest }))).toEqual([code]);
      expect(codesOf(await validate({ data, clock, previous }))).toEqual([code]);
    },
  );

  it.each(ALLOWED)('takes a claim that %s', async (_, sources) => {
    const { manifest, change, buildAt } = await keptPublication();
    change(sources);
    expect(await buildAt(60, { previous: manifest })).toMatchObject({ ok: true });
  });

  it.each(['claims.json', 'metrics.json'])('needs %s beside the manifest', async (file) => {
    const { kept, manifest, buildAt } = await keptPublication();
    const text = readFileSync(join(kept, file), 'utf8');
    writeFileSync(join(kept, file), `${text} `);
    await expect(buildAt(60, { previous: manifest })).rejects.toThrow(
      `${file} beside ${manifest} does not match the manifest`,
    );
    rmSync(join(kept, file));
    await expect(buildAt(60, { previous: manifest })).rejects.toThrow(
      `${file} beside ${manifest} is missing; keep manifest.json, claims.json and metrics.json together`,
    );
  });
});

describe('validate --previous', () => {
  const publishedIn = async (sources: Sources) => {
    const root = temporaryFolder();
    const one = project(tiny(), root);
    await one.buildAt(0);
    one.change(sources);
    return { ...one, root };
  };

  it('reports what a build reports, removals as well, and writes nothing', async () => {
    const { root, out, read } = await publishedIn({
      ...inFacts('1.5', '2'),
      'operators/birch.yaml': null,
    });
    const before = read('manifest.json');
    const args = ['--previous', 'dist', '--format', 'json'];
    const [validated, built] = [
      await runCommand(['validate', ...args], root),
      await runCommand(['build', '--no-cache', ...args], root),
    ];
    expect(validated.code).toBe(1);
    expect(validated.out).toBe(built.out);
    expect(JSON.parse(validated.out).diagnostics).toMatchObject([
      { code: 'registry/claim-value-changed', file: 'data/facts/anchor.yaml', line: 3, column: 10 },
      { code: 'registry/operator-vanished', file: 'data/operators/birch.yaml', line: 1, column: 1 },
    ]);
    expect(read('manifest.json')).toBe(before);
    expect(existsSync(join(out, '.operator-api'))).toBe(false);
  });

  it('says that sources are valid', async () => {
    const { root } = await publishedIn({});
    expect(await runCommand(['validate', '--previous', 'dist'], root)).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringMatching(/^data is valid: 2 operators/),
    });
  });

  it('needs a publication, warns where nothing is published yet, and of a proxy', async () => {
    const { root } = await publishedIn({});
    const nowhere = await runCommand(['validate', '--previous', 'nowhere'], root);
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining('nowhere') });
    const { address } = await plainHost(temporaryFolder());
    const args = ['validate', '--previous', `${address}/api/v1`];
    const { code, err } = await runCommand(args, root, { env: { http_proxy: 'http://p.example' } });
    expect(code).toBe(0);
    expect(err).toMatch(/^http_proxy is set, but validate does not use this proxy/);
    expect(err).toMatch(/Nothing is published at .* yet: .*removals and changed values cannot be/);
  });
});

describe('build --require-previous', () => {
  it('fails where the address of the last publication has moved, and writes nothing', async () => {
    const root = temporaryFolder();
    writeFiles(join(root, 'data'), tiny());
    const { address } = await plainHost(temporaryFolder());
    const args = ['build', '--no-cache', '--require-previous', '--previous', `${address}/api/v1`];
    const { code, err } = await runCommand(args, root);
    expect(code).toBe(2);
    expect(err).toMatch(
      /Cannot use .*\/api\/v1\/manifest\.json as --previous: nothing is published there, and --require-previous is given; if the API has moved, name its new address/,
    );
    expect(existsSync(join(root, 'dist'))).toBe(false);
  });

  it.each([
    ['missing', null],
    ['damaged', '{'],
  ])('fails without --previous where the manifest in the output folder is %s', async (_, text) => {
    const root = temporaryFolder();
    writeFiles(root, { 'dist/api/v1/manifest.json': text });
    writeFiles(join(root, 'data'), tiny());
    const { code, err } = await runCommand(['build', '--no-cache', '--require-previous'], root);
    expect(code).toBe(2);
    expect(err).toMatch(/there is none in dist, and --require-previous is given/);
    expect(existsSync(join(root, 'dist/api/v1/operators.json'))).toBe(false);
    expect(existsSync(join(root, 'dist/.operator-api'))).toBe(false);
  });

  it('builds on a publication, in the output folder or at --previous', async () => {
    const one = await publicationOf(tiny());
    const elsewhere = `${one.out}-before`;
    cpSync(one.out, elsewhere, { recursive: true });
    one.change({ 'operators/birch.yaml': operator(3, 'Beech') });
    expect(await one.buildAt(60, { requirePrevious: true })).toMatchObject({ ok: true });
    const options = { requirePrevious: true, previous: elsewhere, out: temporaryFolder() };
    expect(await one.buildAt(60, options)).toMatchObject({ ok: true });
  });
});
