import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Archive, EMPTY_ARCHIVE, openArchive, writeArchive } from '../../src/cache/archive.ts';
import { temporaryFolder } from '../doors/folders.ts';

/** Writes texts; a number is the position that a text had before. */
function write(path: string, earlier: Archive, entries: readonly (string | number | null)[]) {
  return writeArchive(path, earlier, {
    kept: Int32Array.from(entries, (entry) => (typeof entry === 'number' ? entry : -1)),
    textAt(position) {
      const entry = entries[position];
      return typeof entry === 'string' ? Buffer.from(entry) : undefined;
    },
    isHeld: false,
  });
}

/** What somebody reads who has kept nothing but the spans. */
function read(path: string, { spans }: Archive): (string | undefined)[] {
  const archive = openArchive(path, spans);
  return Array.from({ length: spans.length / 4 }, (_, position) =>
    archive.textAt(position)?.toString(),
  );
}

const FIRST = ['one', 'zwei', null, '', 'trois'];

it('gives back what was written, and nothing where there was nothing', () => {
  const path = join(temporaryFolder(), 'archive');
  const archive = write(path, EMPTY_ARCHIVE, FIRST);
  expect(read(path, archive)).toEqual(['one', 'zwei', undefined, '', 'trois']);
  expect([0, 1, 2, 3, 4, 5, -1].map(archive.has)).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
    false,
  ]);
});

it('gives back texts however many are asked for', () => {
  const path = join(temporaryFolder(), 'archive');
  const texts = Array.from({ length: 200 }, (_, position) => `text ${position}`);
  expect(read(path, write(path, EMPTY_ARCHIVE, texts))).toEqual(texts);
});

it('keeps texts where they are, whatever their position, and adds others to the end', () => {
  const path = join(temporaryFolder(), 'archive');
  const first = write(path, EMPTY_ARCHIVE, FIRST);
  const before = readFileSync(path, 'utf8');
  const second = write(path, first, ['quattro', 4, 0, 1]);
  expect(read(path, second)).toEqual(['quattro', 'trois', 'one', 'zwei']);
  expect(readFileSync(path, 'utf8')).toBe(`${before}quattro`);
});

it('is written anew once more than half of it is of no use', () => {
  const path = join(temporaryFolder(), 'archive');
  let archive = write(path, EMPTY_ARCHIVE, ['kept', 'x0']);
  for (let round = 1; round < 50; round += 1) {
    archive = write(path, archive, [0, `x${round}`]);
    expect(read(path, archive)).toEqual(['kept', `x${round}`]);
    expect(statSync(path).size).toBeLessThanOrEqual(12);
  }
});

it('gives the same buffer to who asks again', () => {
  const path = join(temporaryFolder(), 'archive');
  const { spans } = write(path, EMPTY_ARCHIVE, FIRST);
  const archive = openArchive(path, spans);
  expect(archive.textAt(1)).toBe(archive.textAt(1));
});

it.each<[string, (path: string) => void, (string | undefined)[]]>([
  ['is gone', (path) => rmSync(path), [undefined, '', undefined]],
  ['is cut off', (path) => truncateSync(path, 4), ['one', '', undefined]],
  ['was changed', (path) => writeFileSync(path, 'oneXrois'), ['one', '', undefined]],
  ['is another', (path) => copyFileSync(import.meta.filename, path), [undefined, '', undefined]],
])('believes nothing that it did not write, and mends it, when its file %s', (_, harm, left) => {
  const path = join(temporaryFolder(), 'archive');
  const { spans } = write(path, EMPTY_ARCHIVE, ['one', '', 'trois']);
  harm(path);
  const archive = openArchive(path, spans);
  expect([0, 1, 2].map((position) => archive.textAt(position)?.toString())).toEqual(left);
  expect(left.map((_, position) => archive.has(position))).toEqual(
    left.map((text) => text !== undefined),
  );
  const mended = write(
    path,
    archive,
    ['one', '', 'trois'].map((text, position) => (archive.has(position) ? position : text)),
  );
  expect(read(path, mended)).toEqual(['one', '', 'trois']);
});
