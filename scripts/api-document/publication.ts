import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { build, renderText } from '../../src/index.ts';
import { publishedFiles, startServer, withBaseUrl } from '../../src/preview/index.ts';
import type { OpenApi } from './open-api.ts';

/** Where the sample data says that it is published. */
export const ORIGIN = 'https://compare.example';
export const BASE = `${ORIGIN}/api/v1`;

/** What `operator-api serve` says of itself in the session of the README. */
const PREVIEW = 'http://127.0.0.1:8080/api/v1';

export interface Request {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The sample data as it is published, behind a server. */
export interface Publication {
  /** The folder of the base address. */
  readonly root: string;
  readonly openApi: OpenApi;
  /** Its base address on this machine. */
  readonly base: string;
  /** Sends a request for an address of the publication to the server. */
  readonly ask: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Later than every date of the data, so that the document does not change with the day. */
const FIRST = Date.UTC(2027, 0, 4, 8);
const SECOND = Date.UTC(2027, 0, 11, 8);
/** The time of the session in the README, which says that it is one of many. */
const ONCE = Date.UTC(2026, 10, 18, 11, 6, 40);

const SAMPLE = join(import.meta.dirname, '../../data');

/**
 * Publishes the sample data twice, so that something has changed: the first time lacks a claim.
 *
 * @param folder An empty folder for all of it.
 * @throws an Error with the diagnostics when the data has problems
 */
export async function publishSample(folder: string): Promise<Publication> {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  cpSync(SAMPLE, data, { recursive: true });
  takeBackOneClaim(join(data, 'facts'));
  await publish(data, out, FIRST);
  await publish(SAMPLE, out, SECOND);
  return serve(out);
}

/**
 * Publishes the sample data as it is.
 *
 * @param folder An empty folder for what is published.
 * @throws an Error with the diagnostics when the data has problems
 */
export async function publishSampleOnce(folder: string): Promise<Publication> {
  await publish(SAMPLE, folder, ONCE);
  return serve(folder, PREVIEW);
}

/**
 * Makes something of a publication, which is gone afterwards.
 *
 * @param publishIn Publishes in an empty folder.
 */
export async function withPublication<T>(
  publishIn: (folder: string) => Promise<Publication>,
  use: (publication: Publication) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'publication-'));
  try {
    const publication = await publishIn(folder);
    return await use(publication).finally(publication.close);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function serve(out: string, baseUrl: string = BASE): Promise<Publication> {
  const root = join(out, 'api/v1');
  const find = withBaseUrl(publishedFiles(root), baseUrl);
  const server = await startServer({ port: 0 }, () => find);
  return {
    root,
    base: `http://127.0.0.1:${server.port}/api/v1`,
    openApi: JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')),
    ask: ({ method = 'GET', url, headers = {} }) =>
      fetch(url.replace(ORIGIN, `http://127.0.0.1:${server.port}`), { method, headers }),
    close: server.close,
  };
}

async function publish(data: string, out: string, now: number): Promise<void> {
  const clock = { now, isPinned: true };
  const result = await build({ data, out, clock, snapshots: true });
  if (!result.ok) throw new Error(renderText(result.diagnostics));
}

/** Makes the first claim that superseded another one unknown again. */
function takeBackOneClaim(folder: string): void {
  for (const name of readdirSync(folder).sort()) {
    const claims: SourceClaim[] = parse(readFileSync(join(folder, name), 'utf8'));
    const old = claims.find(({ superseded_by, metric }) => superseded_by && !inSummary(metric));
    if (old === undefined) continue;
    const before = claims
      .filter(({ claim_id }) => claim_id !== old.superseded_by)
      .map(({ superseded_by, ...claim }) =>
        claim.claim_id === old.claim_id ? claim : { ...claim, superseded_by },
      );
    writeFileSync(join(folder, name), stringify(before, { keepUndefined: false }));
    return;
  }
  throw new Error('The sample data has no superseded claim, and the document shows a change');
}

interface SourceClaim {
  readonly claim_id: string;
  readonly metric: string;
  readonly superseded_by?: string;
}

/** Whether the metric is a field of the summary as well, and would have to agree with it. */
function inSummary(metric: string): boolean {
  return metric === 'kyc_threshold_usd';
}
