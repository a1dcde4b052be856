import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { firstDifference, listAddresses } from '../../scripts/bench/compare-with-script.ts';
import { renderDocument } from '../../scripts/bench/document.ts';
import type { Round } from '../../scripts/bench/measure-size.ts';
import { project } from '../doors/check-build.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { tiny } from '../doors/tiny-dataset.ts';

it('the benchmark measures both builds, and writes the page', () => {
  const out = temporaryFolder();
  const args = ['--sizes', '5', '--rounds', '1', '--out', out];
  execFileSync(process.execPath, ['scripts/bench/run.mjs', ...args], {
    cwd: repository,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const document = readFileSync(join(out, 'performance.md'), 'utf8');
  const cell = String.raw` (\d+(\.\d+)? (s|×)|\d+ MiB|unknown) \|`;
  expect(document).toMatch(
    new RegExp(String.raw`^\| cold, to the script \| 5 \| 0.25 × \|${cell}$`, 'm'),
  );
  for (const what of ['cold', 'the script', 'nothing changed', 'a save', 'memory']) {
    expect(document).toMatch(new RegExp(String.raw`^\| ${what} \|${cell}$`, 'm'));
  }
}, 60_000);

it('the page of the benchmark compares medians with the bounds of each size', () => {
  const run = (seconds: number) => ({ milliseconds: 1000 * seconds, peakBytes: 2 ** 29 });
  const round = (script: number, changed: number): Round => ({
    ...{ script: run(script), cold: run(1), changed: run(changed) },
    ...{ node: run(0.02), unchanged: run(0.06) },
  });
  const rounds = [round(4, 0.2), round(5, 1), round(10, 0.26)];
  const page = renderDocument(
    [300, 1000, 2000, 10_000].map((operators) => ({ operators, rounds, saves: [400, 200, 250] })),
  );
  const [bounds = ''] = /## Bounds[\s\S]*?## /.exec(page) ?? [];
  expect(bounds.match(/^\| [^|].*\d.*$/gm)).toEqual([
    '| cold, to the script | 300 | 0.25 × | 0.20 × |',
    '| cold, to the script | 1,000 | 0.25 × | 0.20 × |',
    '| cold, to the script | 2,000 | 0.25 × | 0.20 × |',
    '| cold, to the script | 10,000 | 0.25 × | 0.20 × |',
    '| nothing changed, to `node -e 0` | 1,000 | 4 × | 3.00 × |',
    '| nothing changed, to `node -e 0` | 10,000 | 15 × | 3.00 × |',
    '| one operator changed, to `node -e 0` | 1,000 | 14 × | 13.0 × |',
    '| one operator changed | 10,000 | 4 s | 0.26 s |',
    '| memory | 10,000 | 1,024 MiB | 512 MiB |',
    '| a save | 2,000 | 0.5 s | 0.25 s |',
  ]);
});

it('the benchmark does not take another record for the same', async () => {
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
  expect(write((text) => text.replace('true', 'false'))).toMatch(/^operators\.json: record \d is/);
  expect(write((text) => text.replace(/\},\{.*\}\]/, '}]'))).toMatch(
    /^operators\.json: record 2 is/,
  );
  expect(write((text) => text.replace(/\r\n(.*)\r\n(.*)\r\n$/, '\r\n$2\r\n$1\r\n'))).toMatch(
    /^operators\.csv: record \d is/,
  );
});
