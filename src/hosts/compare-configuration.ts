import { type Diagnostic, linesOf, wholeFile } from '../diagnostics/index.ts';
import type { ConfigFile, HostName } from './host.ts';

/** A file of a configuration as it stands on the disk. */
export interface CommittedFile {
  /** As it is printed. */
  readonly path: string;
  /** null: there is none. */
  readonly text: string | null;
}

/** Where a committed file first differs from what the host should be told; nothing if nowhere. */
export function compareConfiguration(
  host: HostName,
  { path, text }: CommittedFile,
  wanted: ConfigFile,
): readonly Diagnostic[] {
  if (text === null) {
    const finding = { code: 'host/configuration-missing', host } as const;
    return [{ finding, place: wholeFile({ path, text: '' }) }];
  }
  // A checkout on Windows may have changed the line breaks: no host minds.
  const file = { path, text: text.replaceAll('\r\n', '\n') };
  if (file.text === wanted.text) return [];
  const lines = linesOf(file);
  const wantedLines = wanted.text.split('\n');
  const line = file.text.split('\n').findIndex((found, index) => found !== wantedLines[index]);
  const at = line === -1 ? lines.lineCount : line + 1;
  const start = lines.lineStart(at);
  const place = { file, start, end: start + lines.lineText(at).length };
  const finding = {
    code: 'host/configuration-differs',
    host,
    wanted: wantedLines[at - 1] ?? null,
  } as const;
  return [{ finding, place }];
}
