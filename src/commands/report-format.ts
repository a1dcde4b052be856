import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  type Diagnostic,
  MOST_ANNOTATIONS,
  orderDiagnostics,
  renderGithub,
  renderJson,
  renderText,
  styleFor,
} from '../diagnostics/index.ts';
import { count, groupThousands } from './sentences.ts';
import type { World } from './world.ts';

export const REPORT_FORMATS = ['text', 'json', 'github'] as const;

export interface ReportOptions {
  readonly format: (typeof REPORT_FORMATS)[number];
  /** Whether people are shown every problem, however many there are. */
  readonly all?: boolean;
}

/** How many problems of a code people are shown. */
const MOST_OF_A_CODE = 10;

/**
 * The problems: all of them for tools, in JSON also if there are none. For people, the first of each code
 * and how many there are.
 */
export function renderReport(
  diagnostics: readonly Diagnostic[],
  { format, all = false }: ReportOptions,
  world: World,
): string {
  if (format === 'json') return renderJson(diagnostics);
  const counts = new Map<string, { found: number; shown: number }>();
  const shown = orderDiagnostics(diagnostics).filter(({ finding }, index) => {
    const ofCode = counts.get(finding.code) ?? { found: 0, shown: 0 };
    counts.set(finding.code, ofCode);
    ofCode.found += 1;
    const isAnnotated = format === 'github' && index < MOST_ANNOTATIONS;
    const isShown = all || isAnnotated || ofCode.found <= MOST_OF_A_CODE;
    if (isShown) ofCode.shown += 1;
    return isShown;
  });
  const last = new Map(shown.map((one) => [one.finding.code, one]));
  /** After the last shown problem of a code, for people: how many others are like it. */
  const restAfter = (one: Diagnostic) => {
    const { found, shown: ofCode } = counts.get(one.finding.code) ?? { found: 0, shown: 0 };
    return last.get(one.finding.code) === one && found > ofCode
      ? `  and ${groupThousands(found - ofCode)} more like this; --all shows them\n`
      : '';
  };
  const report =
    format === 'text'
      ? shown.map((one) => renderText([one], styleFor(world)) + restAfter(one)).join('\n')
      : renderGithub(shown, (path) => inWorkspace(path, world.env['GITHUB_WORKSPACE']));
  if (shown.length === diagnostics.length) return report;
  const lines = [...counts].map(
    ([code, { found, shown }]) =>
      `  ${code}: ${count(found, 'problem')}, ${found === shown ? 'all' : groupThousands(shown)} shown\n`,
  );
  return `${report}\nMore problems were found than are shown. --all shows all of them.\n${lines.sort().join('')}`;
}

/**
 * A path as GitHub knows it: below the folder that the repository is checked out in. A path outside of
 * it, and any path without such a folder, stays as it is. Of a link, the link is named, not its target.
 *
 * @param workspace `GITHUB_WORKSPACE`.
 */
function inWorkspace(path: string, workspace: string | undefined): string {
  if (!workspace) return path;
  const full = resolve(path);
  const below = relative(realPath(workspace), join(realPath(dirname(full)), basename(full)));
  const isInside = below !== '' && below.split(sep)[0] !== '..' && !isAbsolute(below);
  return isInside ? below.split(sep).join('/') : path;
}

/** Without symbolic links; of a file that does not exist, its folder is without them. */
function realPath(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync(full);
  } catch {
    return dirname(full) === full ? full : join(realPath(dirname(full)), basename(full));
  }
}
