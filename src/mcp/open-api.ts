import { pathToFileURL } from 'node:url';
import {
  type AskInit,
  type Client,
  createClient,
  type Found,
  type ServiceLink,
  type ServiceMeta,
} from '../client/index.ts';
import { EnvironmentError } from '../diagnostics/index.ts';
import { API_PATH } from '../model/index.ts';
import { evaluate, servingOfIndex } from '../policy/index.ts';
import { publishedFiles } from '../preview/index.ts';
import { outputPath } from '../represent/index.ts';
import { INDEX_PATH } from '../resources/index.ts';

/** A publication that tools read: live, or in a folder. */
export interface Api {
  readonly client: Client;
  /** Reads a text beside the answers. */
  readonly readText: (path: string, signal: AbortSignal) => Promise<string>;
  /** What the index said when the publication was opened. */
  readonly service: ServiceMeta;
  /** The names of rankings and metrics when it was opened. */
  readonly rankings: readonly string[];
  readonly metrics: readonly string[];
}

type Fetch = (url: string, init: AskInit) => Promise<Response>;

const PATIENCE_MILLISECONDS = 30_000;

/**
 * Opens the publication at a base URL.
 *
 * @throws EnvironmentError when it cannot be reached, or is not such an API
 */
export function openLive(baseUrl: string): Promise<Api> {
  return open(baseUrl, (url, init) => {
    const patience = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    return fetch(url, { ...init, signal: AbortSignal.any([init.signal, patience]) });
  });
}

/**
 * Opens the publication in a folder. Requests are answered from its files as any host answers them.
 *
 * @param published The folder `api/v1`.
 * @throws EnvironmentError when it is not complete
 */
export function openFolder(published: string): Promise<Api> {
  const base = pathToFileURL(published).href.replace(/\/+$/, '');
  const find = publishedFiles(published);
  return open(base, async (url) => {
    const pathname = `${API_PATH}${url.slice(base.length)}`;
    const serving = servingOfIndex(find(outputPath(INDEX_PATH, 'json'))?.bytes ?? null);
    const request = { method: 'GET', pathname, header: () => undefined };
    const { status, body } = evaluate(request, find, serving);
    return new Response(body && new Uint8Array(body.file.bytes), { status });
  });
}

async function open(base: string, fetch: Fetch): Promise<Api> {
  const client = createClient(base, { fetch });
  try {
    const [index, { data: categories }, { data: metrics }] = await Promise.all([
      client.service(),
      client.categories(),
      client.metrics(),
    ]);
    requireAnswers(index);
    return {
      client,
      service: index.meta,
      rankings: categories.filter(({ status }) => status === 'active').map(({ slug }) => slug),
      metrics: metrics.filter(({ retired_at }) => retired_at === null).map(({ key }) => key),
      async readText(path, signal) {
        const response = await fetch(`${base}/${path}`, { signal });
        if (response.status === 200) return response.text();
        throw new Error(`GET ${base}/${path}: the answer is ${response.status}`);
      },
    };
  } catch (error) {
    throw new EnvironmentError(`Cannot use ${base}: ${describe(error)}`);
  }
}

/** Answers that earlier versions of this program did not publish, by their names in the index. */
const NEEDED = ['metric'];

function requireAnswers({ data }: Found<ServiceMeta, readonly ServiceLink[]>): void {
  const missing = NEEDED.filter((name) => !data.some((link) => link.name === name));
  if (missing.length === 0) return;
  throw new Error(
    `it has no ${missing.join(' and no ')}, because an earlier version of operator-api published it; build it again`,
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
