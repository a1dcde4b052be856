import { type Diagnostic, linesOf, wholeFile } from '../diagnostics/index.ts';
import type { ConfigFile } from './host.ts';

/**
 * Reports the first difference between a committed file and the generated configuration.
 *
 * @param committed With its path as it is printed, and null if it does not exist.
 */
export function compareConfiguration(
  host: string,
  { path, text }: { readonly path: string; readonly text: string | null },
  wanted: ConfigFile,
): readonly Diagnostic[] {
  if (text === null) {
    const finding = { code: 'host/configuration-missing', host } as const;
    return [{ finding, place: wholeFile({ path, text: '' }) }];
  }
  // Git on Windows can change line breaks, and editors the last one. Hosts accept both.
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
