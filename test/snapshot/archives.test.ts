import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import type { Timestamp } from '../../src/model/index.ts';
import { type PackedFile, packFile } from '../../src/snapshot/packed-file.ts';
import { toTarGz } from '../../src/snapshot/tar.ts';
import { toZip } from '../../src/snapshot/zip.ts';
import { hasPrograms, run, shippedSnapshot, unpacked } from '../doors/check-snapshot.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';

const TIME = '2026-11-18T11:06:41Z' as Timestamp;
const hasUnzip = hasPrograms('the ZIP archive opens with unzip', 'unzip');

describe('the archives', () => {
  it('hold what is published, tables, descriptions and terms', async () => {
    const { out, folder } = await shippedSnapshot();
    const archive = unpacked(folder);
    const paths = fastGlob.globSync('**', { cwd: archive }).sort();
    expect(paths.filter((path) => !path.startsWith('json/'))).toEqual([
      'CITATION.cff',
      'LICENSE',
      'README.md',
      'csv/categories.csv',
      'csv/claims.csv',
      'csv/fees.csv',
      'csv/limits.csv',
      'csv/metrics.csv',
      'csv/operators.csv',
      'csv/payment_options.csv',
      'csv/pros_cons.csv',
      'csv/rankings.csv',
      'csv/sources.csv',
      'datapackage.json',
    ]);
    const answers = paths.filter((path) => path.startsWith('json/'));
    for (const path of answers) {
      const published = readFileSync(join(out, 'api', 'v1', path.slice('json/'.length)));
      expect(readFileSync(join(archive, path)).equals(published), path).toBe(true);
    }
    const manifest = JSON.parse(readFileSync(join(out, 'api/v1/manifest.json'), 'utf8'));
    const tables = manifest.resources.filter(
      ({ kind }: { kind: string }) => !['problem', 'document', 'snapshots', 'claim'].includes(kind),
    );
    expect(answers).toEqual(
      expect.arrayContaining(tables.map(({ path }: { path: string }) => `json${path}.json`)),
    );
    expect(
      answers.filter((path) => /^json\/(problems|manifest|snapshots|claims\/|csvw)/.test(path)),
    ).toEqual([]);
    expect(answers).toEqual(expect.arrayContaining(['json/openapi.json', 'json/dataset.jsonld']));
    expect(readFileSync(join(archive, 'README.md'), 'utf8')).toContain(
      '| `json/` | every answer of the service, at the first of its paths there, and what describes them; but for errors, pages of single claims, CSV metadata, and lists of files |',
    );
    expect(readFileSync(join(archive, 'LICENSE'), 'utf8')).toContain(
      'CC BY 4.0\nhttps://creativecommons.org/licenses/by/4.0/\n',
    );
  });

  it.runIf(hasUnzip)('hold the same files as ZIP and as tar', async () => {
    const { folder } = await shippedSnapshot();
    const fromTar = unpacked(folder);
    const fromZip = temporaryFolder();
    run('unzip', ['-q', join(folder, 'operator-api.zip'), '-d', fromZip]);
    expect(run('diff', ['--recursive', fromTar, fromZip])).toBe('');
    const names = run('tar', ['-tzf', join(folder, 'operator-api.tar.gz')]);
    expect(run('unzip', ['-Z1', join(folder, 'operator-api.zip')])).toBe(names);
    expect(names.trim().split('\n')).toEqual(names.trim().split('\n').sort());
  });

  it('give files to nobody, with one time and mode', () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      'a.tar.gz': toTarGz(pack({ 'b/ä.txt': 'text' }), TIME),
    });
    const args = ['--utc', '--full-time', '-tvzf', join(folder, 'a.tar.gz')];
    expect(run('env', ['LC_ALL=C.UTF-8', 'tar', ...args])).toBe(
      '-rw-r--r-- 0/0               4 2026-11-18 11:06:41 b/ä.txt\n',
    );
  });

  it.runIf(hasUnzip)('say so in ZIP too, in steps of two seconds', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.zip': toZip(pack({ 'b/ä.txt': 'text' }), TIME) });
    const [, , line] = run('unzip', ['-Z', '-T', join(folder, 'a.zip')]).split('\n');
    expect(line).toMatch(/^-rw-r--r-- {2}2\.0 unx +4 .* defN 20261118\.110640 b\/ä\.txt$/);
  });

  it.each([
    ['1969-12-31T23:59:59Z', '1970-01-01 00:00:00', '19800101.000000'],
    ['2107-12-31T23:59:59Z', '2107-12-31 23:59:59', '21071231.235958'],
    ['2108-01-01T00:00:00Z', '2108-01-01 00:00:00', '21071231.235958'],
    ['9999-12-31T23:59:59Z', '2242-03-16 12:56:31', '21071231.235958'],
  ])('made at %s have the nearest time that their format can write', (time, inTar, inZip) => {
    const folder = temporaryFolder();
    const made = [pack({ a: 'text' }), time as Timestamp] as const;
    writeArchives(folder, ...made);
    expect(run('tar', ['--utc', '--full-time', '-tvzf', 'a.tar.gz'], folder)).toContain(inTar);
    if (hasUnzip) expect(run('unzip', ['-Z', '-T', 'a.zip'], folder)).toContain(inZip);
  });

  it('can be told from any that has other bytes, names or times, and from nothing else', () => {
    for (const toArchive of [toZip, toTarGz]) {
      const made = (files: Record<string, Content>, time = TIME) => toArchive(pack(files), time);
      const bytes = made({ a: 'text' });
      expect(made({ a: 'text' })).toEqual(bytes);
      expect(made({ b: 'text' })).not.toEqual(bytes);
      expect(made({ a: 'texts' })).not.toEqual(bytes);
      expect(made({ a: 'text' }, '2026-11-18T11:06:50Z' as Timestamp)).not.toEqual(bytes);
    }
  });

  it.each([0, 1, 511, 512, 513, 1_100_000])('keep a file of %i bytes', (size) => {
    const folder = temporaryFolder();
    const bytes = Buffer.alloc(size, 'abcdefg ');
    const long = `${'f'.repeat(60)}/${'n'.repeat(90)}`;
    writeArchives(folder, pack({ first: bytes, [long]: bytes }), TIME);
    run('tar', ['-xzf', 'a.tar.gz'], folder);
    expect(readFileSync(join(folder, 'first')).equals(bytes)).toBe(true);
    expect(readFileSync(join(folder, long)).equals(bytes)).toBe(true);
    if (hasUnzip) expect(run('unzip', ['-tq', 'a.zip'], folder)).toContain('No errors detected');
  });

  it.runIf(hasUnzip)(
    'can have more files than the first version of ZIP knew',
    () => {
      const folder = temporaryFolder();
      const bytes = Buffer.from('x');
      const entries = Array.from({ length: 65_600 }, (_, n) => [`${n}`, bytes]);
      writeFiles(folder, {
        'a.zip': toZip(pack(Object.fromEntries(entries)), TIME),
      });
      expect(run('unzip', ['-tq', 'a.zip'], folder)).toContain('No errors detected');
      expect(run('unzip', ['-Z', '-h', 'a.zip'], folder)).toContain('entries: 65600');
    },
    120_000,
  );
});

type Content = string | Uint8Array;

function pack(files: Readonly<Record<string, Content>>): readonly PackedFile[] {
  return Object.entries(files).map(([path, content]) => packFile(path, Buffer.from(content)));
}

function writeArchives(folder: string, ...made: Parameters<typeof toZip>): void {
  writeFiles(folder, { 'a.tar.gz': toTarGz(...made), 'a.zip': toZip(...made) });
}
