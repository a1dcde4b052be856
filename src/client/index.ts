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
  FeeOfOperator,
  HistoricClaim,
  LimitOfOperator,
  ListMeta,
  Metric,
  MetricsMeta,
  MetricValue,
  OneMetricMeta,
  OperatorClaimsMeta,
  OperatorDetail,
  OperatorFact,
  OperatorMeta,
  OperatorSummary,
  PaymentOptionOfOperator,
  Problem,
  ProOrCon,
  RankedOperator,
  RankingMeta,
  RegisteredClaim,
  ServiceLink,
  ServiceMeta,
  SourceOfOperator,
  TableRow,
  YearMeta,
} from './records.ts';

export type * from './records.ts';

/** A successful response. */
export interface Found<Meta, Data> {
  readonly status: 200;
  readonly meta: Meta;
  readonly data: Data;
}

/** There is nothing with this name (404), or it was removed (410). */
export interface Missing {
  readonly status: 404 | 410;
  readonly problem: Problem;
}

export interface AskOptions {
  /** Aborts this call. The request itself is aborted when no call waits for it any more. */
  readonly signal?: AbortSignal | undefined;
}

/** The endpoints of an API. Every call returns new objects. */
export interface Client {
  /** The service, and links to everything else. */
  readonly service: Ask<Found<ServiceMeta, readonly ServiceLink[]>>;
  /** A summary of every operator, by id. */
  readonly operators: Ask<Found<ListMeta, readonly OperatorSummary[]>>;
  /** Everything about one operator except its claims. */
  readonly operator: LookUp<Found<OperatorMeta, readonly [OperatorDetail]>, string | number>;
  /** The current claims about one operator. */
  readonly facts: LookUp<Found<FactsMeta, readonly Fact[]>, string | number>;
  /** The whole history of one operator, by its slug; 404 if the publisher leaves histories out. */
  readonly operatorClaims: LookUp<Found<OperatorClaimsMeta, readonly HistoricClaim[]>>;
  /** Every operator with a column for each metric. */
  readonly table: Ask<Found<ListMeta, readonly TableRow[]>>;
  /** The payment options of every operator. */
  readonly paymentOptions: Ask<Found<ListMeta, readonly PaymentOptionOfOperator[]>>;
  /** The fees of every operator. */
  readonly fees: Ask<Found<ListMeta, readonly FeeOfOperator[]>>;
  /** The limits of every operator. */
  readonly limits: Ask<Found<ListMeta, readonly LimitOfOperator[]>>;
  /** The pros and cons of every operator. */
  readonly prosAndCons: Ask<Found<ListMeta, readonly ProOrCon[]>>;
  /** The pages that the records of operators were taken from. */
  readonly sources: Ask<Found<ListMeta, readonly SourceOfOperator[]>>;
  /** The ranking of a category, by slug or alias; 410 if it was removed. */
  readonly best: LookUp<Found<RankingMeta, readonly RankedOperator[]>>;
  /** The metrics, and how many operators have a claim about each. */
  readonly metrics: Ask<Found<MetricsMeta, readonly Metric[]>>;
  /** One metric across all operators, by its key. */
  readonly metric: LookUp<Found<OneMetricMeta, readonly MetricValue[]>>;
  /** The rankings with their rules, and the removed rankings. */
  readonly categories: Ask<Found<CategoriesMeta, readonly Category[]>>;
  /** Every current claim of every operator. */
  readonly allFacts: Ask<Found<ListMeta, readonly OperatorFact[]>>;
  /** Every claim ever published, including superseded and retracted ones. */
  readonly claims: Ask<Found<ListMeta, readonly RegisteredClaim[]>>;
  /** One claim: current, superseded or retracted. */
  readonly claim: LookUp<Found<ClaimMeta, readonly [Claim]>>;
  /** What changed since earlier publications, newest first. */
  readonly changes: Ask<Found<ChangesMeta, readonly Change[]>>;
  /** What changed in one year; 404 for a year without changes. */
  readonly changesOfYear: LookUp<Found<YearMeta, readonly Change[]>, string | number>;
  /** The downloads of all data; 404 if there are none. */
  readonly snapshots: Try<Found<ListMeta, readonly Download[]>>;
}

type Ask<Answer> = (options?: AskOptions) => Promise<Answer>;
type Try<Answer> = (options?: AskOptions) => Promise<Answer | Missing>;
type LookUp<Answer, Key = string> = (key: Key, options?: AskOptions) => Promise<Answer | Missing>;

export interface ClientOptions {
  /** Used instead of the global `fetch`. */
  readonly fetch?: ((url: string, init: AskInit) => Promise<Response>) | undefined;
  /**
   * How many characters of responses are kept for revalidation. Default: eight million. In browsers, the
   * browser's cache keeps them.
   */
  readonly memory?: number | undefined;
}

/** The options for `fetch`. */
export interface AskInit {
  readonly signal: AbortSignal;
  readonly headers?: Record<string, string>;
  readonly cache?: 'no-cache';
}

/** Any other result: no connection, another status, or a body that is not from this API. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly url: string;
  /** 0 if there was no response. */
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

/** A response that is kept for revalidation. */
interface Kept extends Body {
  readonly etag: string;
}

interface Pending {
  readonly body: Promise<Body>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * A client of the API at a base URL.
 *
 * It requests URLs with a suffix, which need no negotiation, and every call revalidates the response. In
 * browsers, the cache mode `no-cache` does this: the browser adds `If-None-Match` and turns a 304 into the
 * response. If a script added this header, every request would need a preflight, because requests that
 * bypass the browser's cache also bypass its cache of preflights. Elsewhere the client keeps responses and
 * revalidates them.
 *
 * @param baseUrl The base URL, which ends in /api/v1. In browsers it may be relative.
 * @throws TypeError where it has a query or a fragment, since what follows would become a part of that
 */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  if (/[?#]/.test(baseUrl)) throw new TypeError(`No base address: ${baseUrl}`);
  const base = baseUrl.replace(/\/+$/, '');
  const { memory = 8e6 } = options;
  // Pages and workers in browsers have a location. Node and edge runtimes have none, except Deno, which
  // keeps no responses.
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

  /** Simultaneous calls for the same response share one request. */
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
      // A truncated response has the ETag of the whole one, so a host would confirm it.
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
    operatorClaims: named((name) => `operators/${name}/claims`),
    table: ask('table'),
    paymentOptions: ask('payment-options'),
    fees: ask('fees'),
    limits: ask('limits'),
    prosAndCons: ask('pros-cons'),
    sources: ask('sources'),
    best: named((name) => `best/${name}`),
    metrics: ask('metrics'),
    metric: named((name) => `metrics/${name}`),
    categories: ask('categories'),
    allFacts: ask('facts'),
    claims: ask('claims'),
    claim: named((name) => `claims/${name}`, hasOneRecord),
    changes: ask('changes'),
    changesOfYear: named((name) => `changes/${name}`),
    snapshots: (options) => lookUp('snapshots', options),
  };
}

/** RFC 9457 §4.2.1, for hosts that respond with a page of their own. */
const TITLES = { 404: 'Not Found', 410: 'Gone' };

/** RFC 9457 §3.1: members of the wrong type are ignored. Without any valid member, it is not a problem. */
function toProblem(json: unknown, status: Missing['status']): Problem {
  const said = Object.entries(isObject(json) ? json : {}).filter(
    ([name, value]) => !TEXTS.includes(name) || isText(value),
  );
  const isProblem = said.some(([name]) => TEXTS.includes(name));
  const members = isProblem ? Object.fromEntries(said) : {};
  return { type: 'about:blank', title: TITLES[status], ...members, status };
}

/** The text members of a problem. Its status is that of the response (§3.1.3). */
const TEXTS: readonly string[] = ['type', 'title', 'detail', 'instance'];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a body is one that this API sends. */
function hasRecords(json: unknown): json is Found<object, readonly object[]> {
  if (!isObject(json)) return false;
  const { meta, data } = json;
  return isObject(meta) && Array.isArray(data) && data.every(isObject);
}

function hasOneRecord(json: unknown): boolean {
  return hasRecords(json) && json.data.length === 1;
}

/**
 * A name as a segment of a path. Names have no dots, and dot segments would change the path. An unpaired
 * surrogate, which a URL cannot contain, becomes U+FFFD.
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

/** A custom `fetch` may reject with any value. */
function reasonOf(error: unknown): string {
  const { message, cause } = isObject(error) ? error : { message: error };
  const reasons = [isObject(cause) && cause['message'], message];
  return reasons.filter(isText).find((reason) => reason !== '') ?? 'fetch failed';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
