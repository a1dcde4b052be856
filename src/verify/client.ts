import { EnvironmentError } from '../diagnostics/index.ts';
import { type Pause, pauseAfter, trackPauses } from '../http/index.ts';
import { type Answer, type Connection, NoAnswer, type Request } from './exchange.ts';
import type { Client } from './group.ts';

/** How often a request is asked again when the host says that it is too busy (RFC 6585 §4). */
const MOST_RETRIES: { readonly [status: number]: number } = { 429: 5, 503: 2 };

/** After so many requests in a row without an answer, the host is asked whether it is still there. */
const MOST_SILENCES = 10;

export interface PoliteClient extends Client {
  readonly requestCount: () => number;
}

export interface Manners {
  /** What any host that is still there answers, one way or another. */
  readonly signOfLife: Request;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onPause: (pause: Pause) => void;
  /** Once it is aborted, nothing more is asked, and nobody waits for the end of a pause. */
  readonly end: AbortSignal;
}

/** Asks one host, and stops asking for as long as it wants: a pause is a pause for every request. */
export function politeClient(
  { send }: Connection,
  { signOfLife, now, onPause, end }: Manners,
): PoliteClient {
  const remembered = new Map<string, Promise<Answer>>();
  const pauses = trackPauses(onPause, (seconds) =>
    refusal(`asks for a pause of ${seconds} seconds`),
  );
  let requestCount = 0;
  let silences = 0;

  const sendOnce = async (request: Request): Promise<Answer> => {
    await pauses.wait(end);
    end.throwIfAborted();
    requestCount += 1;
    try {
      const answer = await send(request);
      silences = 0;
      return answer;
    } catch (error) {
      silences += 1;
      if (silences >= MOST_SILENCES) await findAlive();
      throw error;
    }
  };

  /** Tells a host that hates some requests from one that went away. */
  const findAlive = async (): Promise<void> => {
    requestCount += 1;
    try {
      await send(signOfLife);
      silences = 0;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      throw new EnvironmentError(`Cannot go on: the host went away (${error.message})`);
    }
  };

  const askAnew = async (request: Request): Promise<Answer> => {
    for (let retries = 0; ; retries += 1) {
      const answer = await withSecondTry(() => sendOnce(request));
      const mostRetries = MOST_RETRIES[answer.status] ?? 0;
      const wish = answer.headers['retry-after'];
      if (retries < mostRetries) pauses.pause(pauseAfter(wish, retries, now()));
      else if (answer.status === 429) throw refusal('keeps answering 429 (too many requests)');
      else return answer;
    }
  };

  return {
    requestCount: () => requestCount,
    askAnew,
    ask: (request) => {
      const key = JSON.stringify([request.method, request.path, request.headers]);
      const answer = remembered.get(key) ?? askAnew(request);
      remembered.set(key, answer);
      return answer;
    },
  };
}

/** A host may close an idle connection just as it is used again; that is nobody's fault. */
async function withSecondTry(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof NoAnswer && error.code === 'ECONNRESET') return send();
    throw error;
  }
}

function refusal(what: string): EnvironmentError {
  return new EnvironmentError(
    `Cannot go on: the host ${what}; try later, with a lower --concurrency or a smaller --sample`,
  );
}
