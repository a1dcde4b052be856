import { describe, expect, it } from 'vitest';
import {
  digest,
  documentType,
  type Manifest,
  NOTHING_PUBLISHED,
  type Previous,
  readPrevious,
  renderManifest,
  renderResource,
  toWrittenPath,
} from '../../src/represent/index.ts';
import type { Document, ResourcePath } from '../../src/resources/index.ts';

const FEED = document('changes.atom', (time) => `<feed><updated>${time}</updated></feed>`);
const ARCHIVE = document('snapshots/operator-api.zip', () => Uint8Array.of(0x50, 0x4b, 0xff, 0));

describe('a document', () => {
  it('is one file at its own path, listed with the digest of its bytes', () => {
    const { files, manifest } = render([FEED, ARCHIVE], 0);
    expect([...files.keys()]).toEqual([
      'changes.atom',
      'snapshots/operator-api.zip',
      'manifest.json',
    ]);
    expect(files.get('snapshots/operator-api.zip')).toEqual(Uint8Array.of(0x50, 0x4b, 0xff, 0));
    expect(manifest.resources.at(-1)).toEqual({
      kind: 'document',
      path: '/snapshots/operator-api.zip',
      aliases: [],
      rows: null,
      files: [
        {
          path: 'snapshots/operator-api.zip',
          media_type: 'application/zip',
          bytes: 4,
          sha256: digest(Uint8Array.of(0x50, 0x4b, 0xff, 0)),
          generated_at: '1970-01-01T00:00:00Z',
        },
      ],
    });
  });

  it('keeps its time, and every byte, until something else in it changes', () => {
    const first = render([FEED], 0);
    const second = render([FEED], 60_000, first.previous);
    expect(second.files.get('changes.atom')).toEqual(first.files.get('changes.atom'));
    const changed = document('changes.atom', (time) => `<feed><updated>${time}</updated>.</feed>`);
    const third = render([changed], 60_000, second.previous);
    expect(String(third.files.get('changes.atom'))).toContain('1970-01-01T00:01:00Z');
  });

  it('is not compressed again where it is compressed already', () => {
    const { codings } = render([FEED, ARCHIVE], 0);
    expect(codings.get('changes.atom')).toBe(2);
    expect(codings.get('snapshots/operator-api.zip')).toBe(0);
  });

  it('may end as compressed forms do, and is itself what was written', () => {
    expect(toWrittenPath('snapshots/claims.tar.gz')).toBe('snapshots/claims.tar.gz');
  });

  it.each([
    ['openapi.json', 'application/json'],
    ['schemas/operators.json', 'application/schema+json'],
    ['csvw/operators.json', 'application/csvm+json'],
    ['snapshots/SHA256SUMS', 'text/plain; charset=utf-8'],
    ['snapshots/operator-api.tar.gz', 'application/gzip'],
    ['problems/unknown-path.json', 'application/problem+json'],
  ])('at %s is %s', (path, type) => {
    expect(documentType(path)).toBe(type);
  });
});

function document(path: string, contentAt: Document['contentAt']): Document {
  return {
    kind: 'document',
    paths: [path as ResourcePath],
    mediaType: documentType(path),
    contentAt,
  };
}

function render(
  resources: readonly Document[],
  now: number,
  previous: Previous = NOTHING_PUBLISHED,
) {
  const clock = { now, isPinned: true };
  const rendering = {
    baseUrl: 'https://tiny.example/api/v1',
    precompressed: true,
    previous,
    clock,
  };
  const rendered = resources.map((resource) => renderResource(resource, rendering));
  const listed = renderManifest(
    rendered.map(({ entry }) => entry),
    rendering,
  );
  const artifacts = [...rendered.flatMap(({ artifacts }) => artifacts), listed];
  const files = new Map<string, Uint8Array>(
    artifacts.map(({ paths: [path], content }) => [path, content]),
  );
  const codings = new Map<string, number>(
    artifacts.map(({ paths: [path], codings }) => [path, codings.length]),
  );
  const text = Buffer.from(listed.content).toString();
  const manifest = JSON.parse(text) as Manifest;
  return {
    files,
    codings,
    manifest,
    previous: readPrevious(Buffer.from(text)) ?? NOTHING_PUBLISHED,
  };
}
