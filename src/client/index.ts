import type {
  CategoriesMeta,
  Category,
  Change,
  ChangesMeta,
  Claim,
  ClaimMeta,
  Download,
  Fact,
  FactsMeta,
  ListMeta,
  Metric,
  MetricsMeta,
  OperatorDetail,
  OperatorFact,
  OperatorMeta,
  OperatorSummary,
  Problem,
  RankedOperator,
  RankingMeta,
  RegisteredClaim,
  ServiceLink,
  ServiceMeta,
} from './records.ts';

export type * from './records.ts';

/** An answer. */
export interface Found<Meta, Data> {
  readonly status: 200;
  readonly meta: Meta;
  readonly data: Data;
}

/** Nothing has this name (404), or nothing has it any more (410). */
export interface Missing {
  readonly status: 404 | 410;
  readonly problem: Problem;
}

export interface AskOptions {
  /** Gives up waiting; the request itself ends when nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Everything that an API of this kind answers. Records are new objects for every call. */
export interface Client {
  /** The service, and the way to everything else. */
  readonly service: Ask<Found<ServiceMeta, readonly ServiceLink[]>>;
  /** Every operator in brief, by id. */
  readonly operators: Ask<Found<ListMeta, readonly OperatorSummary[]>>;
  /** Everything about one operator but its claims. */
  readonly operator: LookUp<Found<OperatorMeta, readonly [OperatorDetail]>, string | number>;
  /** The current claims about one operator. */
  readonly facts: LookUp<Found<FactsMeta, readonly Fact[]>, string | number>;
  /** The ranking of a category, by its slug or alias; 410 for one that was removed. */
  readonly best: LookUp<Found<RankingMeta, readonly RankedOperator[]>>;
  /** What is measured, and how much of it is known. */
  readonly metrics: Ask<Found<MetricsMeta, readonly Metric[]>>;
  /** The rankings with their rules, and those that were removed. */
  readonly categories: Ask<Found<CategoriesMeta, readonly Category[]>>;
  /** Every current claim of every operator. */
  readonly allFacts: Ask<Found<ListMeta, readonly OperatorFact[]>>;
  /** Every claim ever published, also superseded and retracted ones. */
  readonly claims: Ask<Found<ListMeta, readonly RegisteredClaim[]>>;
  /** One claim, whatever became of it. */
  readonly claim: LookUp<Found<ClaimMeta, readonly [Claim]>>;
  /** What changed since earlier publications, newest first. */
  readonly changes: Ask<Found<ChangesMeta, readonly Change[]>>;
  /** Downloads of the whole release; 404 where it has none. */
  readonly snapshots: Try<Found<ListMeta, readonly Download[]>>;
}

type Ask<Answer> = (options?: AskOptions) => Promise<Answer>;
type Try<Answer> = (options?: AskOptions) => Promise<Answer | Missing>;
type LookUp<Answer, Key = string> = (key: Key, options?: AskOptions) => Promise<Answer | Missing>;

export interface ClientOptions {
  /** What asks, instead of the global `fetch`. */
  readonly fetch?: ((url: string, init: AskInit) => Promise<Response>) | undefined;
  /**
   * How many characters of answers are kept to be revalidated. Default: eight million. In browsers
   * it is their own cache that keeps them.
   */
  readonly memory?: number | undefined;
}

/** What `fetch` is asked with. */
export interface AskInit {
  readonly signal: AbortSignal;
  readonly headers?: Record<string, string>;
  readonly cache?: 'no-cache';
}

/** What is neither an answer nor a 404 or 410: no connection, another status, something else's bytes. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly url: string;
  /** 0 when no answer came. */
  readonly status: number;

  constructor(url: string, status: number, what: string, cause?: unknown) {
    super(`GET ${url}: ${what}`, { cause });
    this.url = url;
    this.status = status;
  }
}

interface Body {
  readonly status: 200 | 404 | 410;
  readonly text: string;
}

/** An answer as it was, to be asked for again only if it has changed. */
interface Kept extends Body {
  readonly etag: string;
}

interface Pending {
  readonly body: Promise<Body>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * A client of the API at an address.
 *
 * It asks for suffixed addresses, which every host and cache can answer without negotiation, and
 * every call asks whether what is known is still current. Browsers keep answers themselves, and do
 * so best: in the cache mode `no-cache` they add `If-None-Match` and turn a 304 into the answer. Done
 * by a script, that field would cost a preflight every time, since requests around a browser's cache
 * go around its memory of preflights. Elsewhere nothing is kept, so that this does both.
 *
 * @param baseUrl Where the API is, ending in /api/v1; in browsers it may be relative.
 * @throws TypeError where it has a query or a fragment, since what follows would become a part of that
 */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  if (/[?#]/.test(baseUrl)) throw new TypeError(`No base address: ${baseUrl}`);
  const base = baseUrl.replace(/\/+$/, '');
  const { memory = 8e6 } = options;
  // Pages and their workers have a place. Node and the runtimes of edges have none, but for Deno,
  // which has the name of it and keeps no answers.
  const isBrowser = 'location' in globalThis && !('Deno' in globalThis);
  /** The least recently used first. */
  const kept = new Map<string, Kept>();
  const pending = new Map<string, Pending>();
  let size = 0;

  const forget = (url: string) => {
    size -= kept.get(url)?.text.length ?? 0;
    kept.delete(url);
  };

  const keep = (url: string, body: Kept) => {
    forget(url);
    if (body.text.length > memory) return;
    kept.set(url, body);
    size += body.text.length;
    for (const oldest of kept.keys()) {
      if (size <= memory) break;
      forget(oldest);
    }
  };

  const load = async (url: string, signal: AbortSignal): Promise<Body> => {
    const known = kept.get(url);
    let response: Response;
    let text: string;
    try {
      const init: AskInit = known
        ? { headers: { 'If-None-Match': known.etag }, signal }
        : isBrowser
          ? { cache: 'no-cache', signal }
          : { signal };
      response = await (options.fetch ?? fetch)(url, init);
      text = await response.text();
    } catch (error) {
      throw new ApiError(url, 0, `no answer (${reasonOf(error)})`, error);
    }
    const { status } = response;
    if (status === 304 && known) {
      keep(url, known);
      return known;
    }
    if (status === 404 || status === 410) return { status, text };
    if (status !== 200) throw new ApiError(url, status, `the answer is ${status}`);
    const etag = response.headers.get('etag');
    if (etag && !isBrowser) keep(url, { status, text, etag });
    return { status, text };
  };

  /** Calls for an answer that was already requested share that request. */
  const share = (url: string): Pending => {
    const controller = new AbortController();
    const body = load(url, controller.signal).finally(() => {
      if (pending.get(url)?.controller === controller) pending.delete(url);
    });
    const shared = { body, controller, waiting: 0 };
    pending.set(url, shared);
    return shared;
  };

  const wait = (url: string, signal: AbortSignal | undefined): Promise<Body> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const shared = pending.get(url) ?? share(url);
      shared.waiting += 1;
      const leave = () => {
        reject(signal?.reason);
        shared.waiting -= 1;
        if (shared.waiting > 0) return;
        pending.delete(url);
        shared.controller.abort();
      };
      signal?.addEventListener('abort', leave);
      shared.body.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
    });

  const lookUp = async <Answer>(
    path: string,
    { signal }: AskOptions = {},
    isAnswer: (json: unknown) => boolean = hasRecords,
  ) => {
    const url = `${base}/${path}.json`;
    const { status, text } = await wait(url, signal);
    const json = parse(text);
    if (status !== 200) return { status, problem: toProblem(json, status) };
    if (!isAnswer(json)) {
      // What was cut off on the way has the tag of the whole, by which a host would confirm it.
      forget(url);
      throw new ApiError(url, status, 'the answer is not what this API sends');
    }
    return { ...json, status } as Answer;
  };

  const ask =
    <Answer>(path: string): Ask<Answer> =>
    async (options) => {
      const answer = await lookUp<Answer & Found<unknown, unknown>>(path, options);
      if (answer.status === 200) return answer;
      const { status, problem } = answer;
      throw new ApiError(
        `${base}/${path}.json`,
        status,
        `the answer is ${status}, ${problem.title}`,
      );
    };

  const named =
    <Answer, Key extends string | number>(
      path: (name: string) => string,
      isAnswer?: (json: unknown) => boolean,
    ): LookUp<Answer, Key> =>
    async (key, options) =>
      lookUp(path(segment(key)), options, isAnswer);

  return {
    service: ask('index'),
    operators: ask('operators'),
    operator: named((name) => `operators/${name}`, hasOneRecord),
    facts: named((name) => `operators/${name}/facts`),
    best: named((name) => `best/${name}`),
    metrics: ask('metrics'),
    categories: ask('categories'),
    allFacts: ask('facts'),
    claims: ask('claims'),
    claim: named((name) => `claims/${name}`, hasOneRecord),
    changes: ask('changes'),
    snapshots: (options) => lookUp('snapshots', options),
  };
}

/** RFC 9457 §4.2.1, for hosts that answer with a page of their own. */
const TITLES = { 404: 'Not Found', 410: 'Gone' };

/** RFC 9457 §3.1: a member of the wrong type is as good as none; without any, it is no problem. */
function toProblem(json: unknown, status: Missing['status']): Problem {
  const said = Object.entries(isObject(json) ? json : {}).filter(
    ([name, value]) => !TEXTS.includes(name) || isText(value),
  );
  const isProblem = said.some(([name]) => TEXTS.includes(name));
  const members = isProblem ? Object.fromEntries(said) : {};
  return { type: 'about:blank', title: TITLES[status], ...members, status };
}

/** Members of a problem that are texts; its status is that of the answer (§3.1.3). */
const TEXTS: readonly string[] = ['type', 'title', 'detail', 'instance'];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the body of an answer is one that this API sends. */
function hasRecords(json: unknown): json is Found<object, readonly object[]> {
  if (!isObject(json)) return false;
  const { meta, data } = json;
  return isObject(meta) && Array.isArray(data) && data.every(isObject);
}

function hasOneRecord(json: unknown): boolean {
  return hasRecords(json) && json.data.length === 1;
}

/**
 * A name as a part of a path. None has a dot, and as parts of a path dots lead elsewhere. Half a
 * character, which no address can carry, becomes what UTF-8 has for it.
 */
function segment(key: string | number): string {
  return encodeURIComponent(String(key).replace(/\p{Cs}/gu, '\ufffd')).replaceAll('.', '%252E');
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A `fetch` of the caller's own may reject with anything. */
function reasonOf(error: unknown): string {
  const { message, cause } = isObject(error) ? error : { message: error };
  const reasons = [isObject(cause) && cause['message'], message];
  return reasons.filter(isText).find((reason) => reason !== '') ?? 'fetch failed';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
