import type { Readable } from 'node:stream';
import { EnvironmentError } from '../diagnostics/index.ts';
import { type Clock, systemClock } from '../model/index.ts';

/** The process, as commands use it. */
export interface World {
  /** Data, for standard output. */
  readonly out: (text: string) => void;
  /** Standard input, for the command that reads it. */
  readonly input: Readable;
  /** Messages, for standard error. */
  readonly err: (text: string) => void;
  /** Whether messages go to a terminal. */
  readonly isInteractive: boolean;
  /** Whether data may be coloured. */
  readonly isColourful: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether Node's `fetch` asks the proxies that the environment names. */
  readonly fetchAsksProxies: boolean;
  /** The answer of the user to a question; null without a terminal, or when the input ends. */
  readonly ask: (question: string) => Promise<string | null>;
  /** Settles when the user asks to stop. */
  readonly untilInterrupted: () => Promise<void>;
}

/** 0: success. 1: the data or the deployment has errors. 2: the command line or the environment has. */
export type ExitCode = 0 | 1 | 2;

/** The end of 9998: RFC 3339 writes years of four digits, and later builds take later times. */
const LAST_SECOND = 253_370_764_799;

/**
 * The clock of a build: SOURCE_DATE_EPOCH, in seconds since 1970, or else the system's
 * (https://reproducible-builds.org/specs/source-date-epoch/).
 */
export function buildClock({ env }: World): Clock {
  const epoch = env['SOURCE_DATE_EPOCH'];
  if (epoch === undefined || epoch === '') return systemClock();
  if (/^[0-9]+$/.test(epoch) && Number(epoch) <= LAST_SECOND) {
    return { now: Number(epoch) * 1000, isPinned: true };
  }
  throw new EnvironmentError(
    `Cannot use SOURCE_DATE_EPOCH=${JSON.stringify(epoch)}: it has to be seconds since 1970, in digits, before the year 9999`,
  );
}
