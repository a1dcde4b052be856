import {
  evaluate,
  type FindFile,
  type Serving,
  type StoredFile,
  toPathname,
} from '../policy/index.ts';
import { digest, MANIFEST_PATH, type OutputPath } from '../represent/index.ts';
import type { Request } from './exchange.ts';
import type { Expected, ExpectedBody, LiveApi, OwnValidators } from './group.ts';
import type { JudgedManifest } from './judge-manifest.ts';

/** Finds what a file has to be, byte for byte; null when there is none. */
export type FindExpected = (path: OutputPath) => ExpectedBody | null;

/** What a local build has published. */
export type FindBuilt = FindFile<StoredFile & { readonly bytes: Uint8Array }>;

/** Expects what a local build has written. */
export function expectBuilt(find: FindBuilt): FindExpected {
  return (path) => {
    const bytes = find(path)?.bytes;
    return bytes === undefined ? null : toExpected(bytes);
  };
}

/** Expects what a manifest lists, and the manifest to be as it was when it was read. */
export function expectListed({ resources }: JudgedManifest, manifest: Uint8Array): FindExpected {
  const listed = new Map<string, ExpectedBody>([[MANIFEST_PATH, toExpected(manifest)]]);
  for (const { paths, size, sha256 } of resources.flatMap(({ files }) => files)) {
    for (const path of paths) listed.set(path, { size, sha256, bytes: null });
  }
  return (path) => listed.get(path) ?? null;
}

function toExpected(bytes: Uint8Array): ExpectedBody {
  return { size: bytes.length, sha256: digest(bytes), bytes };
}

/** The answers of the policy over files whose bytes are known. */
export function expectAnswers(find: FindExpected, serving: Serving): LiveApi['expect'] {
  return (request, own) => {
    const { status, headers, body } = evaluate(
      toQuestion(request, serving),
      toStored(find, own),
      serving,
    );
    return {
      status,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: body?.file ?? null,
    } satisfies Expected;
  };
}

function toQuestion({ method, path, headers }: Request, { publicPath }: Serving) {
  const lowerCase = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    method,
    pathname: toPathname(publicPath + path),
    header: (name: string) => lowerCase.get(name),
  };
}

type ExpectedFile = StoredFile & ExpectedBody;

/** A host has validators of its own; what it does with them is the policy's. */
function toStored(find: FindExpected, own?: OwnValidators): FindFile<ExpectedFile> {
  const lastModified = Date.parse(own?.lastModified ?? '');
  const validators = {
    etag: own?.etag ?? '',
    lastModified: Number.isNaN(lastModified) ? null : lastModified,
  };
  return (path) => {
    const body = find(path);
    return body === null ? null : { ...body, ...validators };
  };
}
