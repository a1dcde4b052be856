import { atOnce, download, pauseAfter, trackPauses } from '../http/index.ts';
import { evidenceProblem } from '../model/index.ts';
import type { Outcome } from './link-memory.ts';
import { NO_ROBOTS, parseRobots, type Robots } from './robots.ts';

/** The name that robots.txt knows this program by. */
const PRODUCT_TOKEN = 'operator-api';
const HOSTS_AT_ONCE = 8;
/** As browsers have it. */
const MOST_REDIRECTS = 20;
/** RFC 9309 §2.3.1.2 and §2.5. */
const MOST_ROBOTS_REDIRECTS = 5;
const LONGEST_ROBOTS = 512 * 1024;
/** A longer Crawl-delay counts as this one, in seconds. */
const LONGEST_CRAWL_DELAY = 30;

export interface LinkCheckOptions {
  readonly userAgent: string;
  /** How long nothing may happen on a connection, in milliseconds. */
  readonly patience: number;
  /** Between two requests to a host, in seconds. */
  readonly pause: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Stops every request and every pause. */
  readonly signal: AbortSignal;
  /** Sends one request. */
  readonly ask?: typeof download;
  readonly onOutcome: (address: string, outcome: Outcome) => void;
}

type Answer = Exclude<Awaited<ReturnType<typeof download>>, string>;

/** A host, which answers one request at a time. */
interface Host {
  readonly pauses: ReturnType<typeof trackPauses>;
  /** Seconds between two requests. */
  pause: number;
  /** Settles when the last of the requests in line is answered. */
  turn: Promise<unknown>;
  /** Whether it asked for fewer requests than one in two minutes. */
  isBusy: boolean;
}

/** A host is not asked any more in this run. */
class Busy extends Error {
  override readonly name = 'Busy';
}

/**
 * Asks for addresses: hosts at the same time, but each for one address at a time, with pauses, and only
 * where its robots.txt allows it. HEAD is tried first; what fails is confirmed with GET. Redirects are
 * followed. An address whose host asks for a long pause has no outcome. Ends early, without a failure, when
 * the signal is aborted.
 *
 * @param addresses Absolute http(s) addresses without fragments.
 */
export async function checkLinks(
  addresses: Iterable<string>,
  options: LinkCheckOptions,
): Promise<void> {
  const { signal, onOutcome } = options;
  const { follow } = openWeb(options);
  const byHost = new Map<string, string[]>();
  for (const address of addresses) {
    const { host } = new URL(address);
    byHost.set(host, [...(byHost.get(host) ?? []), address]);
  }
  try {
    await atOnce(HOSTS_AT_ONCE, byHost.values(), async (ofHost) => {
      for (const address of ofHost) {
        const outcome = await follow(address);
        if (outcome !== null) onOutcome(address, outcome);
      }
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function openWeb({ userAgent, patience, pause, now, signal, ask = download }: LinkCheckOptions) {
  const hosts = new Map<string, Host>();
  const robots = new Map<string, Promise<Robots | Outcome>>();
  const headers = { 'user-agent': userAgent, accept: '*/*' };

  const hostOf = (url: URL): Host => {
    const host = hosts.get(url.host) ?? {
      pauses: trackPauses(
        () => {},
        () => new Busy(),
      ),
      pause,
      turn: Promise.resolve(),
      isBusy: false,
    };
    hosts.set(url.host, host);
    return host;
  };

  /** One request, when it is its turn. */
  const send = (url: URL, method: 'GET' | 'HEAD', longest: number) => {
    const host = hostOf(url);
    const inTurn = async () => {
      await host.pauses.wait(signal);
      signal.throwIfAborted();
      if (host.isBusy) throw new Busy();
      try {
        return await ask(url.href, {
          ...{ method, headers, patience, longest, signal },
          redirect: 'manual',
        });
      } finally {
        host.pauses.pause({ seconds: host.pause, isAskedFor: false });
      }
    };
    const answer = host.turn.then(inTurn, inTurn);
    host.turn = answer;
    return answer;
  };

  /** The same, and once more after a pause where the host has too many requests. */
  const sendPatiently = async (url: URL, method: 'GET' | 'HEAD', longest = 0) => {
    const first = await send(url, method, longest);
    if (typeof first === 'string' || !isTooBusy(first)) return first;
    const host = hostOf(url);
    try {
      host.pauses.pause(pauseAfter(first.retryAfter, 0, now()));
      const second = await send(url, method, longest);
      host.isBusy = typeof second !== 'string' && isTooBusy(second);
      return second;
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      host.isBusy = true;
      return first;
    }
  };

  const fetchRobots = async (origin: string): Promise<Robots | Outcome> => {
    let url = new URL('/robots.txt', origin);
    for (let redirects = 0; redirects <= MOST_ROBOTS_REDIRECTS; redirects += 1) {
      if (evidenceProblem(url.origin) !== null) return NO_ROBOTS;
      const answer = await sendPatiently(url, 'GET', LONGEST_ROBOTS);
      if (typeof answer === 'string') return failing(answer);
      const next = redirectOf(answer, url);
      if (next === null) return readRobots(answer);
      url = next;
    }
    return NO_ROBOTS;
  };

  const robotsOf = (url: URL) => {
    const known = robots.get(url.origin) ?? fetchRobots(url.origin);
    robots.set(url.origin, known);
    return known;
  };

  /** Why an address cannot be asked; null if it can. */
  const obstacleTo = async (url: URL): Promise<Outcome | null> => {
    const problem = evidenceProblem(url.origin);
    if (problem !== null) return { state: 'unasked', reason: problem, location: null };
    const rules = await robotsOf(url);
    if (!('allows' in rules)) return rules;
    const host = hostOf(url);
    host.pause = Math.max(host.pause, Math.min(rules.delay, LONGEST_CRAWL_DELAY));
    const reason = `robots.txt of ${url.host} disallows it`;
    return rules.allows(url) ? null : { state: 'unasked', reason, location: null };
  };

  /** Some servers do not answer HEAD, or not as they answer GET. */
  const askPage = async (url: URL): Promise<Answer | string> => {
    const head = await sendPatiently(url, 'HEAD');
    const isSure = typeof head !== 'string' && (head.status < 400 || isTooBusy(head));
    return isSure ? head : sendPatiently(url, 'GET');
  };

  return {
    /** What comes of an address; null when its host asks for a pause. */
    async follow(address: string): Promise<Outcome | null> {
      const start = new URL(address);
      let url = start;
      const seen = new Set<string>();
      /** The address after the permanent redirects at the start. */
      let moved = start;
      let isPermanent = true;
      const last = (outcome: Outcome): Outcome => ({
        ...outcome,
        location: seen.size === 0 ? null : url.href,
      });
      try {
        for (;;) {
          const obstacle = await obstacleTo(url);
          if (obstacle !== null) return last(obstacle);
          const answer = await askPage(url);
          if (typeof answer === 'string') return last(failing(answer));
          const next = redirectOf(answer, url);
          if (next === null) {
            const final = outcomeOf(answer);
            return final.state === 'found' && seen.size > 0
              ? foundAfter(moved === start ? null : moved.href, url.href)
              : last(final);
          }
          seen.add(url.href);
          if (seen.has(next.href)) return last(refused('it redirects in a circle'));
          if (seen.size > MOST_REDIRECTS) {
            return last(refused(`it redirects more than ${MOST_REDIRECTS} times`));
          }
          isPermanent &&= answer.status === 301 || answer.status === 308;
          if (isPermanent) moved = next;
          url = next;
        }
      } catch (error) {
        if (error instanceof Busy) return null;
        throw error;
      }
    },
  };
}

/** RFC 6585 §4, and RFC 9110 §15.6.4 where the host says when to come back. */
function isTooBusy({ status, retryAfter }: Answer): boolean {
  return status === 429 || (status === 503 && retryAfter !== null);
}

/** RFC 9309 §2.3.1: without a robots.txt all is allowed; where it cannot be read for now, nothing is. */
function readRobots({ status, body }: Answer): Robots | Outcome {
  if (status === 200) return parseRobots(Buffer.from(body).toString(), PRODUCT_TOKEN);
  const reason = `its robots.txt answers ${status}`;
  if (status === 429) return refused(reason);
  return status >= 500 ? failing(reason) : NO_ROBOTS;
}

/** Where a redirect leads to, without a fragment; null if an answer is none. */
function redirectOf({ status, location }: Answer, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return null;
  try {
    const target = new URL(location, from);
    target.hash = '';
    return target;
  } catch {
    return null;
  }
}

function outcomeOf({ status }: Answer): Outcome {
  const reason = `it answers ${status}`;
  if (status >= 200 && status < 300) return { state: 'found', reason: '', location: null };
  if (status === 404 || status === 410) return { state: 'dead', reason, location: null };
  return status >= 500 ? failing(reason) : refused(reason);
}

/** @param moved The address after permanent redirects; null without them. */
function foundAfter(moved: string | null, last: string): Outcome {
  return moved === null
    ? { state: 'redirected', reason: 'it redirects for now', location: last }
    : { state: 'moved', reason: 'it moved permanently', location: moved };
}

function refused(reason: string): Outcome {
  return { state: 'refused', reason, location: null };
}

function failing(reason: string): Outcome {
  return { state: 'failing', reason, location: null };
}
