import type { Worker } from 'node:worker_threads';
import type { DataFile } from '../source/index.ts';
import type { RecalledTexts } from '../validate/index.ts';
import type { Errand, Failure, Message, WriteOrder, WriteReport } from './share.ts';
import { digestsOf, sharedDigests } from './shared-digests.ts';
import { type SharedTexts, sharedTexts, spansOf } from './shared-texts.ts';
import { eachOfMine, keepSound, ownByOrder, stretchesOf } from './stretches.ts';

/** A thread that reads sources and writes files along with the first one. */
export interface SecondThread {
  /**
   * Reads all sources together with the other thread.
   *
   * @param files The sources that the thread was started with.
   * @param readAlone Gives what a source holds if it is sound by itself, and undefined otherwise.
   * @param hold Is offered what this thread reads, and how many bytes that is as JSON.
   */
  readonly read: (
    files: readonly DataFile[],
    readAlone: (file: DataFile) => unknown,
    hold: (name: string, value: unknown, bytes: number) => void,
  ) => Promise<SoundSources>;
  /** Has the other thread write answers about operators; null if it does not know all sources, or is lost. */
  readonly beginWriting: (work: Writing) => SharedWriting | null;
  /** Ends the thread, whatever it is doing. */
  readonly stop: () => Promise<void>;
}

/** Sources that are sound by themselves. */
export interface SoundSources extends RecalledTexts {
  /** The digest of a source that the other thread has looked into. */
  readonly digestOf: (name: string) => string | undefined;
}

/** What is to be written. */
export interface Writing
  extends Pick<WriteOrder, 'service' | 'metrics' | 'precompressed' | 'clock' | 'tree'> {
  /** The names of the two sources of each operator, in the order of the dataset. */
  readonly sources: readonly (readonly [string, string])[];
}

/** Writing that two threads share. */
export interface SharedWriting {
  /** Whether the first thread is to write about the operator at a position; asked in order. */
  readonly isOwn: (index: number) => boolean;
  /** How many files the other thread has written so far. */
  readonly progress: () => number;
  /** What the other thread has written, once it is done. */
  readonly finish: () => Promise<readonly WriteReport[]>;
}

/**
 * Below so many sources, a thread takes longer to start than it saves. Measured on two cores: the
 * same time at 150 operators of two sources each, 6 % less at 300, 9 % at 500, 16 % at 1,000, 39 % at
 * 10,000.
 */
const FEWEST_FILES = 600;

/**
 * Starts a second thread, where that pays. It reads nothing before it is asked to.
 *
 * @param data The data folder.
 * @param files Its sources.
 * @returns null where one thread is faster, with few sources or one processor, or all that there may be
 */
export async function startSecondThread(
  data: string,
  files: readonly DataFile[],
): Promise<SecondThread | null> {
  if (files.length < FEWEST_FILES) return null;
  // Loaded here: what it needs of Node takes a build with nothing to do a while.
  const { startWorker } = await import('./start-worker.ts');
  const worker = startWorker();
  if (worker === null) return null;
  const names = files.map(({ name }) => name);
  const errand: Errand = {
    data,
    names,
    reading: stretchesOf(files.length),
    digests: digestsOf(files.length),
    spans: spansOf(files.length),
  };
  const first = nextMessage(worker);
  const reports = collectReports(worker);
  let isLost = false;
  const digests = sharedDigests(errand.digests);
  const texts = sharedTexts(errand.spans, 0);
  const positions = new Map(names.map((name, index) => [name, index]));
  return {
    async read(files, readAlone, hold) {
      worker.postMessage(errand);
      const keep = (file: DataFile, index: number) => {
        const value = keepSound(file, index, texts, readAlone);
        if (value !== undefined) hold(file.name, value, texts.bytesOf(index)?.length ?? 0);
      };
      eachOfMine(files, new Int32Array(errand.reading), 'forwards', keep);
      const read = await first;
      if (read.kind === 'read') texts.adopt(read.segments);
      else isLost = true;
      const textOf = (name: string) => texts.bytesOf(positions.get(name) ?? -1);
      return {
        textOf,
        knowsText: (name) => textOf(name) !== undefined,
        digestOf: (name) => digests.get(positions.get(name) ?? -1),
      };
    },
    beginWriting(work) {
      // What it left, the first thread has read.
      const order = isLost ? null : orderOf(work, positions, texts);
      if (order === null) return null;
      worker.postMessage(order);
      return followWriting(order, worker, reports);
    },
    async stop() {
      await worker.terminate();
    },
  };
}

/** What a thread is told to write; null if it does not know all sources. */
function orderOf(
  { sources, ...about }: Writing,
  positions: ReadonlyMap<string, number>,
  texts: SharedTexts,
): WriteOrder | null {
  const operators = sources.flat().map((name) => positions.get(name) ?? -1);
  const isKnown = (position: number) => position < 0 || texts.bytesOf(position) !== undefined;
  if (!operators.every(isKnown)) return null;
  return {
    ...about,
    segments: texts.segments,
    operators: Int32Array.from(operators),
    writing: stretchesOf(sources.length),
    progress: new SharedArrayBuffer(4),
  };
}

/** @param reports All that comes of the order. */
function followWriting(
  order: WriteOrder,
  worker: Worker,
  reports: ReturnType<typeof collectReports>,
): SharedWriting {
  const progress = new Int32Array(order.progress);
  return {
    isOwn: ownByOrder(new Int32Array(order.writing)),
    progress: () => Atomics.load(progress, 0),
    async finish() {
      const written = await reports;
      // What it holds is not needed any more; `stop` waits until all of that is gone.
      void worker.terminate();
      if (!('kind' in written)) return written;
      const { message, code } = written;
      throw Object.assign(new Error(message), code === null ? {} : { code });
    },
  };
}

/** The next message of a worker. */
function nextMessage(worker: Worker): Promise<Message> {
  return new Promise((resolve) => listen(worker, resolve));
}

/** All that a worker reports to have written, or why it could not. */
function collectReports(worker: Worker): Promise<readonly WriteReport[] | Failure> {
  const reports: WriteReport[] = [];
  return new Promise((resolve) =>
    listen(worker, (message) => {
      if (message.kind === 'failure') return resolve(message);
      if (message.kind === 'written') reports.push(message);
      if (message.kind === 'written' && message.isLast) resolve(reports);
    }),
  );
}

/** Hears the messages of a worker; that it broke down is one too. */
function listen(worker: Worker, hear: (message: Message) => void): void {
  const fail = (message: string) => hear({ kind: 'failure', message, code: null });
  worker.on('message', hear);
  worker.on('error', ({ message }) => fail(message));
  worker.on('exit', () => fail('the second thread ended before its work was done'));
}
