import { describe } from './catalogue.ts';
import { type Diagnostic, orderDiagnostics } from './diagnostic.ts';
import { linesOf } from './line-index.ts';
import { showControls } from './quote.ts';

/** GitHub shows ten annotations a step and fifty a job; the others only fill its log. */
export const MOST_ANNOTATIONS = 50;

/**
 * For GitHub Actions: one workflow command a diagnostic, which becomes an annotation on the line. GitHub
 * shows some of the annotations, and its log shows the message alone, so the message has the place too.
 * Diagnostics after the first fifty are lines of the log. Escaping follows `escapeData` and
 * `escapeProperty` of the Actions toolkit (`core/src/command.ts`).
 *
 * @param toPath The path of a file in the repository, given the path as diagnostics print it.
 */
export function renderGithub(
  diagnostics: readonly Diagnostic[],
  toPath: (path: string) => string = (path) => path,
): string {
  return orderDiagnostics(diagnostics)
    .map((diagnostic, index) => `${renderOne(diagnostic, toPath, index < MOST_ANNOTATIONS)}\n`)
    .join('');
}

function renderOne(
  { finding, place }: Diagnostic,
  toPath: (path: string) => string,
  isAnnotation: boolean,
): string {
  const lines = linesOf(place.file);
  const start = lines.positionAt(place.start);
  const end = lines.positionAt(place.end);
  const { headline, advice } = describe(finding);
  const file = toPath(place.file.path);
  const message = `${file}:${start.line}:${start.column} ${headline}. ${advice}`;
  // Anywhere in a line, ##[ starts a command.
  if (!isAnnotation)
    return `error ${finding.code} ${showControls(message.replace(/\n/g, ' ')).replaceAll('##[', '## [')}`;
  // The end is that of the next character: at the start of a line, the line before is meant.
  const endLine = end.column === 1 ? Math.max(start.line, end.line - 1) : end.line;
  // GitHub ignores the columns of an annotation that spans lines, so they are left out there.
  const properties = {
    file,
    line: start.line,
    endLine,
    ...(end.line === start.line && { col: start.column, endColumn: end.column }),
    title: finding.code,
  };
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`);
  return `::error ${list.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapeProperty(value: string | number): string {
  return escapeData(String(value)).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
