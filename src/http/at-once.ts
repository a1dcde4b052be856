/**
 * Processes items, several at a time. The first failure stops the rest, and is thrown when no work is
 * running any more.
 */
export async function atOnce<T>(
  concurrency: number,
  items: Iterable<T>,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const queue = items[Symbol.iterator]();
  const workThrough = async () => {
    for (let next = queue.next(); !next.done && !stop.signal.aborted; next = queue.next()) {
      await work(next.value, stop.signal);
    }
  };
  const workers = Array.from({ length: concurrency }, () =>
    workThrough().catch((error: unknown) => stop.abort(error)),
  );
  await Promise.all(workers);
  stop.signal.throwIfAborted();
}
