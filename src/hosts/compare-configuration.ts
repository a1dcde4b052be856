import { type Diagnostic, linesOf, wholeFile } from '../diagnostics/index.ts';
import type { ConfigFile } from './host.ts';

/** A file of a configuration as it stands on the disk. */
export interface CommittedFile {
  /** As it is printed. */
  readonly path: string;
  /** null: there is none. */
  readonly text: string | null;
}

/** Where a committed file first differs from what the host should be told; nothing if nowhere. */
export function compareConfiguration(
  host: string,
  { path, text }: CommittedFile,
  wanted: ConfigFile,
): readonly Diagnostic[] {
  if (text === null) {
    const finding = { code: 'host/configuration-missing', host } as const;
    return [{ finding, place: wholeFile({ path, text: '' }) }];
  }
  // A checkout on Windows may have changed the line breaks, an editor the last: no host minds.
  const file = { path, text: text.replaceAll('\r\n', '\n') };
  const [found, expected] = [splitLines(file.text), splitLines(wanted.text)];
  const differs = found.findIndex((line, index) => line !== expected[index]);
  if (differs === -1 && found.length === expected.length) return [];
  const lines = linesOf(file);
  const index = differs === -1 ? found.length : differs;
  const at = Math.min(index + 1, lines.lineCount);
  const start = lines.lineStart(at);
  const place = { file, start, end: start + lines.lineText(at).length };
  const finding = {
    code: 'host/configuration-differs',
    host,
    wanted: expected[index] ?? null,
  } as const;
  return [{ finding, place }];
}

function splitLines(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}
