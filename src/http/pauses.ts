import { setTimeout as sleep } from 'node:timers/promises';

/** How long no request is sent to a host. */
export interface Pause {
  readonly seconds: number;
  /** Whether the host asked for it; otherwise this program chose it. */
  readonly isAskedFor: boolean;
}

/**
 * How long a host asks for a pause (RFC 9110 §10.2.3), or an increasing time if it does not say.
 *
 * @param wish The Retry-After field.
 * @param tries The number of retries so far.
 * @param now In milliseconds since 1970.
 */
export function pauseAfter(wish: string | null | undefined, tries: number, now: number): Pause {
  const seconds = secondsAskedFor(wish?.trim() ?? '', now);
  return Number.isNaN(seconds)
    ? { seconds: 2 ** tries, isAskedFor: false }
    : { seconds, isAskedFor: true };
}

/** NaN if it is neither seconds nor a date. */
function secondsAskedFor(text: string, now: number): number {
  if (/^\d+$/.test(text)) return Number(text);
  // Date.parse accepts much that is not an HTTP date, such as 1.5.
  const date = / GMT$/.test(text) ? Math.ceil((Date.parse(text) - now) / 1000) : Number.NaN;
  return Math.max(0, date);
}

/** The longest pause that is respected, in seconds. */
const LONGEST_PAUSE = 120;

/**
 * Keeps the pauses of a host: each is one for every request.
 *
 * @param onPause Called with each pause that makes the waiting longer.
 * @param refuse Makes the error to throw when a host asks for a pause that is too long.
 */
export function trackPauses(onPause: (pause: Pause) => void, refuse: (seconds: number) => Error) {
  let pausedUntil = 0;
  return {
    /** Waits until no pause is left. */
    async wait(signal?: AbortSignal): Promise<void> {
      while (performance.now() < pausedUntil) {
        await sleep(pausedUntil - performance.now(), null, signal && { signal });
      }
    },
    /** @throws what is to be thrown where a pause is too long */
    pause(pause: Pause): void {
      const { seconds } = pause;
      if (seconds > LONGEST_PAUSE) throw refuse(seconds);
      const until = performance.now() + 1000 * seconds;
      if (until <= pausedUntil) return;
      if (seconds > 0) onPause(pause);
      pausedUntil = until;
    },
  };
}
