import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkLimits, HOSTS } from '../../src/hosts/index.ts';
import type { ManifestEntry, OutputPath } from '../../src/represent/index.ts';
import { project } from '../doors/check-build.ts';
import { tiny } from '../doors/tiny-dataset.ts';

const OPERATORS = 'dist/api/v1/operators';
const CLAIMS = 'dist/api/v1/claims';

describe('the files that Netlify takes in one folder', () => {
  it.each([
    ['13,500 operators', operators(13_500), []],
    ['13,501 operators', operators(13_501), [{ path: OPERATORS, files: 54_004, setting: null }]],
    ['6,750 operators, compressed', operators(6750, ['gz']), []],
    [
      '6,751 operators, compressed',
      operators(6751, ['gz']),
      [{ path: OPERATORS, files: 54_008, setting: null }],
    ],
    ['27,000 claims', claims(27_000, ['json', 'csv']), []],
    [
      '27,001 claims',
      claims(27_001, ['json', 'csv']),
      [{ path: CLAIMS, files: 54_002, setting: 'json' }],
    ],
    [
      '27,000 claims, compressed',
      claims(27_000, ['json', 'csv'], ['gz']),
      [{ path: CLAIMS, files: 108_000, setting: 'json' }],
    ],
    ['54,000 claims in one form', claims(54_000, ['json']), []],
    [
      '54,001 claims in one form',
      claims(54_001, ['json']),
      [{ path: CLAIMS, files: 54_001, setting: 'none' }],
    ],
    [
      '13,501 operators and 54,001 claims in one form',
      [...operators(13_501), ...claims(54_001, ['json'])],
      [
        { path: OPERATORS, files: 54_004, setting: null },
        { path: CLAIMS, files: 54_001, setting: 'none' },
      ],
    ],
  ])('%s', (_, paths, excess) => {
    const diagnostics = checkLimits(HOSTS.netlify, 'dist', paths, []);
    expect(
      diagnostics.map(({ finding, place }) => ({ ...finding, path: place.file.path })),
    ).toEqual(
      excess.map((found) => ({
        code: 'host/too-many-files-in-folder',
        host: 'netlify',
        limit: 54_000,
        ...found,
      })),
    );
    expect(checkLimits(HOSTS.nginx, 'dist', paths, [])).toEqual([]);
  });
});

it('compressed forms are counted as the files they are', async () => {
  const { buildAt } = project(tiny());
  const built = await buildAt(0, { precompress: true });
  const files = built.ok ? built.report.files : 0;
  const { limits } = HOSTS.cloudflare;
  const buildFor = (limit: number) => {
    vi.spyOn(HOSTS.cloudflare, 'limits', 'get').mockReturnValue({ ...limits, files: limit });
    return buildAt(60, { precompress: true, host: 'cloudflare' });
  };
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  expect(await buildFor(files)).toMatchObject({ ok: true });
  expect(await buildFor(files - 1)).toMatchObject({
    ok: false,
    diagnostics: [{ finding: { code: 'host/too-many-files', files, limit: files - 1 } }],
  });
});

describe('what Cloudflare takes in all', () => {
  const tooMany = (files: number, setting: string | null) => [
    { code: 'host/too-many-files', host: 'cloudflare', files, limit: 20_000, setting },
  ];
  const LARGEST = 25 * 1024 * 1024;
  it.each([
    ['2,500 operators', operators(2500), []],
    ['2,501 operators', operators(2501), tooMany(20_008, null)],
    [
      '2,500 operators and a claim',
      [...operators(2500), ...claims(1, ['json', 'csv'])],
      tooMany(20_002, 'none'),
    ],
  ])('%s', (_, paths, excess) => {
    const diagnostics = checkLimits(HOSTS.cloudflare, 'dist', paths, []);
    expect(diagnostics.map(({ finding }) => finding)).toEqual(excess);
  });

  it.each([
    ['25 MiB', LARGEST, []],
    [
      'a byte more',
      LARGEST + 1,
      [{ code: 'host/file-too-large', host: 'cloudflare', bytes: LARGEST + 1, limit: LARGEST }],
    ],
  ])('%s in one file', (_, bytes, excess) => {
    const entry = { files: [{ path: 'a.json', bytes }] } as unknown as ManifestEntry;
    const diagnostics = checkLimits(HOSTS.cloudflare, 'dist', [], [entry]);
    expect(diagnostics.map(({ finding }) => finding)).toEqual(excess);
    expect(checkLimits(HOSTS.nginx, 'dist', [], [entry])).toEqual([]);
  });
});

/** Operators have a page by slug and one by id in either form, and their facts a folder of their own. */
function operators(count: number, codings: readonly string[] = []): readonly OutputPath[] {
  return Array.from({ length: count }, (_, id) => id).flatMap((id) =>
    ['json', 'csv'].flatMap((form) => [
      ...file(`operators/o${id}.${form}`, codings),
      ...file(`operators/${id}.${form}`, codings),
      ...file(`operators/o${id}/facts.${form}`, codings),
      ...file(`operators/${id}/facts.${form}`, codings),
    ]),
  );
}

function claims(
  count: number,
  forms: readonly string[],
  codings: readonly string[] = [],
): readonly OutputPath[] {
  return Array.from({ length: count }, (_, id) => id).flatMap((id) =>
    forms.flatMap((form) => file(`claims/fee_${id}.${form}`, codings)),
  );
}

function file(path: string, codings: readonly string[]): OutputPath[] {
  return [path, ...codings.map((coding) => `${path}.${coding}`)] as OutputPath[];
}
