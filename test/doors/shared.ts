import { afterAll, onTestFinished } from 'vitest';

type CleanUp = () => void | Promise<void>;

/** What is cleaned up after the file; null while each test cleans up for itself. */
let afterTheFile: CleanUp[] | null = null;
const shared: CleanUp[] = [];

afterAll(async () => {
  for (const cleanUp of shared.splice(0).reverse()) await cleanUp();
}, 60_000);

/** Cleans up after the test, or after the file where tests share what is made. */
export function cleanUpLater(cleanUp: CleanUp, timeout?: number): void {
  if (afterTheFile === null) onTestFinished(cleanUp, timeout);
  else afterTheFile.push(cleanUp);
}

/** Makes something once for all tests of a file that ask for the same. They must not change it. */
export function sharedInFile<A extends readonly unknown[], T>(
  make: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
  const made = new Map<string, T>();
  return async (...args) => {
    const key = JSON.stringify(args);
    const known = made.get(key);
    if (known !== undefined) return known;
    afterTheFile = shared;
    try {
      const one = await make(...args);
      made.set(key, one);
      return one;
    } finally {
      afterTheFile = null;
    }
  };
}
