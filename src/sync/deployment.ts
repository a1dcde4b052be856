import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError } from '../diagnostics/index.ts';
import {
  type Downloaded,
  type DownloadOptions,
  download,
  PAST_CACHES,
  type Pause,
  pauseAfter,
  trackPauses,
  underNewName,
} from '../http/index.ts';
import { digest, MANIFEST_PATH, type ReadFile } from '../represent/index.ts';

export interface DeploymentOptions {
  /** The address of the API, without a slash at its end. */
  readonly baseUrl: string;
  readonly userAgent: string;
  /** How long nothing may happen on a connection, in milliseconds. */
  readonly patience: number;
  /** How long to wait before a second try, in milliseconds; twice as long before every further. */
  readonly firstPause: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly watcher: {
    /** The host asks for a pause. */
    readonly onPause: (pause: Pause) => void;
  };
}

/** A published deployment, with retries. */
export interface Deployment {
  /** @throws EnvironmentError when it cannot be downloaded */
  readonly fetchManifest: () => Promise<Uint8Array>;
  /**
   * @returns the content that a manifest lists, or a description of what is there instead
   * @throws EnvironmentError when the host gives no answer; the signal's reason
   */
  readonly fetchFile: (file: ReadFile, signal: AbortSignal) => Promise<Uint8Array | string>;
  readonly requestCount: () => number;
}

/** Statuses that are worth another try (RFC 9110 §15.5.9 and §15.6, RFC 6585 §4). */
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** Statuses of a host with too many requests: all requests pause. */
const TOO_BUSY: ReadonlySet<number> = new Set([429, 503]);

const MOST_RETRIES = 4;
/** A host that has never answered is more likely to be wrong than to recover soon. */
const RETRIES_BEFORE_FIRST_ANSWER = 1;

export function openDeployment(options: DeploymentOptions): Deployment {
  const { baseUrl, now } = options;
  const refuse = (why: string) => new EnvironmentError(`Cannot mirror ${baseUrl}: ${why}`);
  const { get, requestCount } = askPatiently(options, refuse);
  /** The address of the manifest after redirects: a host may redirect only some files. */
  let base = baseUrl;
  let manifestsAsked = 0;
  return {
    requestCount,
    async fetchManifest() {
      const plain = `${base}/${MANIFEST_PATH}`;
      const isFirst = manifestsAsked === 0;
      manifestsAsked += 1;
      const address = isFirst ? plain : underNewName(plain, { checked: String(now()) });
      const { status, url, body } = await get(address, { headers: PAST_CACHES });
      if (status !== 200)
        throw refuse(`${address} answers ${status}, so no API is published there`);
      if (baseUrl.startsWith('https:') && !url.startsWith('https:')) {
        throw refuse(`${address} is redirected to ${url}, which is not encrypted`);
      }
      base = baseOf(url) ?? base;
      return body;
    },
    async fetchFile(file, signal) {
      const { paths, size, sha256 } = file;
      const url = `${base}/${paths[0]}`;
      const asked = { headers: {}, longest: size, signal };
      const first = judge(await get(url, asked), file);
      if (typeof first !== 'string') return first;
      // A cache may hold the previous content: it is bypassed, as for the manifest.
      const headers = { ...PAST_CACHES, ...UNCOMPRESSED };
      return judge(await get(underNewName(url, { sha256 }), { ...asked, headers }), file);
    },
  };
}

/** Asks one host, again where another try may help. */
function askPatiently(
  { userAgent, patience, firstPause, now, watcher }: DeploymentOptions,
  refuse: (why: string) => EnvironmentError,
) {
  const pauses = trackPauses(watcher.onPause, (seconds) =>
    refuse(`the host asks for a pause of ${seconds} seconds; try again later`),
  );
  let requests = 0;
  let hasAnswered = false;

  const get = async (url: string, asked: Asked): Promise<Downloaded> => {
    for (let tries = 0; ; tries += 1) {
      await pauses.wait(asked.signal);
      requests += 1;
      const ours = { 'user-agent': userAgent, accept: '*/*', ...asked.headers };
      const headers = tries === 0 ? ours : { ...ours, ...UNCOMPRESSED };
      const answer = await download(url, { ...asked, headers, patience });
      const isAnswer = typeof answer !== 'string';
      hasAnswered ||= isAnswer;
      if (isAnswer && !PASSING.has(answer.status)) return answer;
      if (tries >= (hasAnswered ? MOST_RETRIES : RETRIES_BEFORE_FIRST_ANSWER)) {
        throw refuse(isAnswer ? `${url} answers ${answer.status}` : `${url}: ${answer}`);
      }
      if (isAnswer && TOO_BUSY.has(answer.status)) {
        pauses.pause(pauseAfter(answer.retryAfter, tries, now()));
      } else {
        const { signal } = asked;
        await sleep(firstPause * 2 ** tries, null, signal && { signal });
      }
    }
  };

  return { get, requestCount: () => requests };
}

type Asked = Pick<DownloadOptions, 'headers' | 'longest' | 'signal'>;

/** A proxy may have compressed it wrong. */
const UNCOMPRESSED = { 'accept-encoding': 'identity' };

function baseOf(manifestUrl: string): string | undefined {
  return /^([^?#]*)\/manifest\.json(?:[?#]|$)/.exec(manifestUrl)?.[1];
}

function judge({ status, body }: Downloaded, { size, sha256 }: ReadFile): Uint8Array | string {
  if (status !== 200) return `the host answers ${status}`;
  if (body.length > size) return `more than ${size} bytes`;
  if (body.length < size) return `${body.length} of ${size} bytes`;
  const found = digest(body);
  return found === sha256 ? body : `SHA-256 ${found}, not ${sha256}`;
}
