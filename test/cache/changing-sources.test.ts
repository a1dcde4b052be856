import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasNoHistory, project, traceFiles } from '../doors/check-build.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { runCli } from '../doors/run-cli.ts';
import { operator, tiny } from '../doors/tiny-dataset.ts';

/** Saves a source anew right before it is opened for a certain time. */
const SAVE = `const fs = require('node:fs');
const { openSync } = fs;
const { SOURCE, SAVED, TIME } = process.env;
let times = 0;
fs.openSync = (path, ...rest) => {
  if (String(path).endsWith(SOURCE)) {
    times += 1;
    if (times === Number(TIME)) {
      const source = openSync(path, 'w');
      fs.writeSync(source, SAVED);
      fs.closeSync(source);
    }
  }
  return openSync(path, ...rest);
};
`;

const liked = (id: number, name: string) => operator(id, name).replace('pros: []', 'pros: [Saved]');

describe('a source that is saved while a build reads it', () => {
  const saves = [
    ['operators/anchor.yaml', liked(7, 'Anchor')],
    ['operators/birch.yaml', liked(3, 'Birch')],
    ['operators/anchor.yaml', operator(3, 'Anchor')],
    ['operators/birch.yaml', operator(7, 'Birch')],
  ] as const;
  const cases = saves.flatMap(([source, saved], index) =>
    [1, 2, 3, 4].map((time) => [index, time, source, saved] as const),
  );

  it.each(cases)(
    'is published, or refused, as it is in the end: save %i, before it is opened for time %i',
    async (_, time, source, saved) => {
      const { data, out, change } = project(tiny());
      const [folder, anew] = [temporaryFolder(), temporaryFolder()];
      const preload = join(folder, 'save.cjs');
      writeFileSync(preload, SAVE);
      const pinned = { SOURCE_DATE_EPOCH: '1795400000' };
      const build = (env: NodeJS.ProcessEnv) =>
        runCli(['build', '--data', data, '--out', out, '--cache', join(folder, 'cache')], {
          env: { ...pinned, ...env },
        });
      await build({});
      change({ [source]: `${tiny()[source]}# Edited\n` });
      const env = { SOURCE: source, SAVED: saved, TIME: String(time) };
      await build({ ...env, NODE_OPTIONS: `--require ${preload}` });

      change({ [source]: saved });
      const { code, err } = await build({});
      const args = ['build', '--data', data, '--out', anew, '--no-cache'];
      const expected = await runCli(args, { env: pinned });
      const isRefused = (err: string) => err.includes('is unchanged');
      expect([code, isRefused(err)]).toEqual([expected.code, isRefused(expected.err)]);
      const published = (root: string) =>
        [...traceFiles(root)].filter(([path]) => path.includes('/operators') && hasNoHistory(path));
      const contents = (root: string) =>
        published(root).map(([path, { content }]) => [path, content]);
      if (code === 0) expect(contents(out)).toEqual(contents(anew));
    },
  );
});

/** Removes a source right before it is opened. */
const REMOVE = `const fs = require('node:fs');
const { openSync } = fs;
fs.openSync = (path, ...rest) => {
  if (String(path).endsWith('operators/birch.yaml')) fs.rmSync(path, { force: true });
  return openSync(path, ...rest);
};
`;

describe('a source that is removed while a build reads it', () => {
  const removeMeanwhile = async (command: readonly string[]) => {
    const { data } = project(tiny());
    const preload = join(temporaryFolder(), 'remove.cjs');
    writeFileSync(preload, REMOVE);
    const env = { SOURCE_DATE_EPOCH: '1795400000', NODE_OPTIONS: `--require ${preload}` };
    return runCli([...command, '--data', data], { env });
  };

  it('is not published', async () => {
    const out = join(temporaryFolder(), 'dist');
    const run = await removeMeanwhile(['build', '--out', out, '--no-cache']);
    expect(run).toMatchObject({ code: 0, err: expect.stringContaining('from 1 operator,') });
  });

  it('is said to be gone by who only checks', async () => {
    const run = await removeMeanwhile(['validate']);
    expect(run.err).toMatch(
      /^operator-api: Cannot read \S+\/birch\.yaml: it does not exist any more/,
    );
    expect(run.code).toBe(2);
  });
});
