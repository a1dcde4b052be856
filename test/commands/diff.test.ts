import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { digest } from '../../src/represent/index.ts';
import { type Project, project } from '../doors/check-build.ts';
import { logOf, manifestOf } from '../doors/check-changes.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { runCli, startCli } from '../doors/run-cli.ts';
import { NESTED_DEEP, operator, TINY, tiny } from '../doors/tiny-dataset.ts';

/** Two projects, the second of which has published one change. */
async function twoPublications(): Promise<readonly [Project, Project]> {
  const [old, now] = [project(tiny()), project(tiny())];
  now.change({
    'operators/birch.yaml': operator(3, 'Birch').replace('cons: []', 'cons: [Slow]'),
  });
  await old.buildAt(0);
  await now.buildAt(0);
  return [old, now];
}

describe('operator-api diff', () => {
  it('compares folders and manifests, in each format, and ends with 0', async () => {
    const [old, now] = await twoPublications();
    const text = await runCli(['diff', old.out, now.out]);
    expect(text).toMatchObject({ code: 0, err: '' });
    expect(text.out).toBe(
      'Birch (3, birch)\n  + cons: Slow\n\n1 change in 1 operator; no effect on rankings.\n',
    );
    const inside = await runCli(['diff', join(old.out, 'api/v1'), now.out]);
    expect(inside).toEqual(text);
    const markdown = await runCli(['diff', manifestOf(old), now.out, '--format', 'markdown']);
    expect(markdown.out).toMatch(/^### 1 change in 1 operator; no effect on rankings\n/);
    const json = await runCli(['diff', manifestOf(old), manifestOf(now), '--format', 'json']);
    expect(JSON.parse(json.out)).toMatchObject({
      total: 1,
      changes: [{ kind: 'item_added', operator_id: 3, field: 'cons', old: null, new: 'Slow' }],
    });
  });

  it('takes dist for the new one', async () => {
    const [old, now] = await twoPublications();
    const { out } = await runCli(['diff', old.out], { cwd: join(now.out, '..') });
    expect(out).toContain('+ cons: Slow');
  });

  it('ends with 1 for a difference only where that is asked for', async () => {
    const [old, now] = await twoPublications();
    expect(await runCli(['diff', old.out, now.out, '--exit-code'])).toMatchObject({ code: 1 });
    expect(await runCli(['diff', old.out, old.out, '--exit-code'])).toMatchObject({ code: 0 });
  });

  it('tells another notice of the service from none', async () => {
    const service = TINY['service.yaml'] ?? '';
    const [old, now] = [
      project(tiny()),
      project(tiny({ 'service.yaml': service.replace('notice: null', 'notice: A sample.') })),
    ];
    await old.buildAt(0);
    await now.buildAt(0);
    expect(await runCli(['diff', old.out, now.out, '--exit-code'])).toMatchObject({
      code: 1,
      out: 'Service\n  ~ service: notice: null → A sample.\n\n1 change in the service; no effect on rankings.\n',
    });
  });

  it('ends with 2 for what it cannot compare, and says why', async () => {
    const [old, now] = await twoPublications();
    const says = async (sentence: RegExp) => {
      const { code, err, out } = await runCli(['diff', old.out, now.out]);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(sentence);
    };
    const birch = join(old.out, 'api/v1/operators/birch.json');
    const listed = readFileSync(manifestOf(old), 'utf8');
    const nested = Buffer.from(`{"meta":{},"data":[{"id":3,"name":${NESTED_DEEP}}]}`);
    const published = digest(readFileSync(birch));
    writeFileSync(birch, nested);
    writeFileSync(manifestOf(old), listed.replaceAll(published, digest(nested)));
    await says(/operators\/birch\.json beside it is not what the manifest lists\.\n$/);
    writeFileSync(manifestOf(old), listed);
    writeFileSync(birch, '{"meta":{},"data":[]}');
    await says(
      /^operator-api: Cannot compare with \S+: operators\/birch\.json beside it is not what the manifest lists\.\n$/,
    );
    rmSync(birch);
    await says(/operators\/birch\.json beside it is not there\.\n$/);
    writeFileSync(manifestOf(old), '[]');
    await says(/manifest\.json: it is not a manifest\.json\.\n$/);
    rmSync(old.out, { recursive: true });
    await says(/^operator-api: Cannot find a publication at \S+: it is neither/);
  });

  it.each([
    ['http://', 'Cannot find a publication at http://: it cannot be read as an address'],
    ['circle', 'Cannot read circle: its symbolic links go round in a circle'],
    ['n'.repeat(300), `Cannot read ${'n'.repeat(300)}: the name is too long`],
    [
      'text/x',
      'Cannot find a publication at text/x: it is neither a manifest.json nor a folder with one in it or in api/v1',
    ],
  ])('says in one line why it cannot look at %s', async (place, sentence) => {
    const cwd = temporaryFolder();
    symlinkSync('circle', join(cwd, 'circle'));
    writeFileSync(join(cwd, 'text'), '');
    const { code, out, err } = await runCli(['diff', place], { cwd });
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `operator-api: ${sentence}.\n` });
  });
});

describe('a publication that is served', () => {
  it('is compared by its address, and is what the next build goes on from', async () => {
    const [old, now] = await twoPublications();
    const base = await serve(old);
    const { code, out } = await runCli(['diff', base, now.out, '--exit-code']);
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('+ cons: Slow') });
    expect(await runCli(['diff', `${base}//`, now.out])).toMatchObject({ code: 0, out });

    const { data } = now;
    rmSync(now.out, { recursive: true });
    const build = ['build', '--data', data, '--out', now.out, '--no-cache'];
    const env = { SOURCE_DATE_EPOCH: '1795000000' };
    const built = await runCli([...build, '--previous', `${base}/manifest.json`], { env });
    expect(built).toMatchObject({ code: 0 });
    expect(logOf(now)).toMatchObject([
      { changed_at: '2026-11-18T11:06:40Z', kind: 'item_added', operator_id: 3, new: 'Slow' },
    ]);
  });
});

/** The base address of a project, served by the command line. */
async function serve({ data, out }: Project): Promise<string> {
  const server = startCli(['serve', '--data', data, '--out', out, '--port', '0']);
  onTestFinished(() => void server.kill());
  let said = '';
  server.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  while (!said.includes('\n')) await new Promise((resolve) => server.stdout?.once('data', resolve));
  return /http:\S+/.exec(said)?.[0]?.replace(/\/operators$/, '') ?? '';
}
