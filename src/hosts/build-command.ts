/** Where a build writes when nothing else is said. */
const USUAL_FOLDER = 'dist';

/**
 * The command that builds what a host publishes, for its shell.
 *
 * @param folder Where to, below the project.
 * @param options Further ones, as a shell reads them.
 */
export function buildCommandFor(folder: string, options: readonly string[] = []): string {
  const out = folder === USUAL_FOLDER ? [] : [`--out ${shellWord(folder)}`];
  const all = [...out, ...options];
  return ['npm run build', ...(all.length === 0 ? [] : ['--', ...all])].join(' ');
}

/** A path as one word of a POSIX shell (Shell Command Language, 2.2.2). */
export function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
