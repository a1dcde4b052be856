import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkOutput } from '../../scripts/bench/check-contestants.ts';
import { firstDifference, listAddresses } from '../../scripts/bench/compare-outputs.ts';
import { type ContestantName, ourBuild } from '../../scripts/bench/contestants.ts';
import { writeDataset } from '../../scripts/bench/dataset-folder.ts';
import { PHASES } from '../../scripts/bench/phases.ts';
import { profileBuild } from '../../scripts/bench/profile-build.ts';
import {
  lostResults,
  mergeResults,
  type Results,
  type SizeResults,
} from '../../scripts/bench/results.ts';
import { project } from '../doors/check-build.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { tiny } from '../doors/tiny-dataset.ts';

describe('the benchmark', () => {
  it('has everybody build the same records, and writes what it measured', () => {
    const out = temporaryFolder();
    const everybody = 'ours,straightforward,at-once,eleventy,hugo,cp';
    const args = ['--sizes', '5', '--rounds', '1', '--only', everybody, '--out', out];
    execFileSync(process.execPath, ['scripts/bench/run.mjs', ...args], {
      cwd: repository,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const read = (name: string) => readFileSync(join(out, name), 'utf8');

    const document = read('performance.md');
    const row = String.raw`( \d+(\.\d+)? (s|×) \|){3} (\d+ MiB|unknown) \| 1 \|$`;
    const labels = [
      ...['this build', 'the straightforward script', 'the script, all files at once'],
      ...['Eleventy', '`cp -r`'],
    ];
    for (const label of labels) {
      expect(document).toMatch(new RegExp(String.raw`^\| ${label} \|${row}`, 'm'));
    }
    expect(document).toMatch(/^\| Hugo \| (\d+\.\d+ s|not installed) \|/m);
    expect(document).toMatch(/^\| list, JSON \| 10 \|( [\d,]+ \|){3}$/m);
    expect(read('performance.svg')).toMatch(/^<svg .*<rect class="ours".*<\/svg>\n$/s);
  }, 120_000);

  it('keeps what a run did not measure, and says what it would lose', () => {
    const size = (operators: number, ...names: ContestantName[]): SizeResults => ({
      operators,
      measuredOn: '2026-11-21',
      machine: '2 cores',
      versions: 'Node.js',
      files: 1,
      builds: names.map((name) => ({ name, outcome: 'not installed' })),
      rebuilds: [],
      profiles: [],
    });
    const results = (...sizes: SizeResults[]): Results => ({ sizes, answers: [] });
    const [five, ten, twenty] = [size(5, 'ours'), size(10, 'ours', 'cp'), size(20, 'ours')];
    const again = size(20, 'ours', 'cp');
    expect(mergeResults(results(ten, twenty), results(five, again))).toEqual(
      results(five, ten, again),
    );
    expect(lostResults(results(ten, twenty), results(five, again))).toEqual([]);
    expect(lostResults(results(ten), results(size(10, 'ours')))).toEqual(['cp at 10 operators']);
  });

  it('sees a build in every phase of its work', async () => {
    const folder = temporaryFolder();
    const at = (name: string) => join(folder, name);
    writeDataset(at('data'), 300);
    const build = ourBuild({ data: at('data'), out: at('out'), cache: at('cache') });
    const spent = await profileBuild(build, at('profile'));
    const unseen = PHASES.filter((phase) => spent[phase] === 0);
    const notWork = ['compress', 'garbage collection', 'waiting', 'rest'];
    expect(unseen.filter((phase) => !notWork.includes(phase))).toEqual([]);
  }, 60_000);

  it('does not take another record for the same', async () => {
    const { buildAt, out } = project(tiny());
    await buildAt(0);
    const ours = join(out, 'api', 'v1');
    const [address = ''] = listAddresses(ours);
    const theirs = temporaryFolder();
    const write = (change: (text: string) => string) => {
      for (const path of [`${address}.json`, `${address}.csv`]) {
        writeFiles(theirs, { [path]: change(readFileSync(join(ours, path), 'utf8')) });
      }
      return firstDifference(ours, theirs, [address]);
    };
    expect(write((text) => text)).toBeNull();
    expect(write((text) => text.replace('{"meta"', '{ "meta"').replaceAll('\r', ''))).toBeNull();
    expect(write((text) => text.replace('true', 'false'))).toMatch(
      /^operators\.json: record \d is/,
    );
    expect(write((text) => text.replace(/\},\{.*\}\]/, '}]'))).toMatch(
      /^operators\.json: record 2 is/,
    );
    expect(write((text) => text.replace(/\r\n(.*)\r\n(.*)\r\n$/, '\r\n$2\r\n$1\r\n'))).toMatch(
      /^operators\.csv: record \d is/,
    );
  });

  it('looks at so many operators of a large output, and at all that is about all of them', async () => {
    const [ours, theirs] = [project(tiny()), project(tiny())];
    for (const { buildAt } of [ours, theirs]) await buildAt(0);
    const differs = (address: string) => {
      const path = `${address}.json`;
      writeFiles(join(theirs.out, 'api', 'v1'), { [path]: '{"meta":{},"data":[]}' });
      try {
        checkOutput('another', ours.out, theirs.out, 1000);
        return false;
      } catch {
        return true;
      } finally {
        writeFiles(join(theirs.out, 'api', 'v1'), { [path]: ours.read(path) });
      }
    };
    const addresses = ['operators/birch', 'operators/3', 'operators/birch/facts', 'best/cheapest'];
    expect(addresses.concat('facts', 'claims').filter(differs)).toEqual([
      'best/cheapest',
      'facts',
      'claims',
    ]);
  });
});
