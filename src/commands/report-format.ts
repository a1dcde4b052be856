import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  type Diagnostic,
  renderGithub,
  renderJson,
  renderText,
  styleFor,
} from '../diagnostics/index.ts';
import type { World } from './world.ts';

export const REPORT_FORMATS = ['text', 'json', 'github'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Writes the problems to standard output; JSON also if there are none. */
export function writeReport(
  diagnostics: readonly Diagnostic[],
  format: ReportFormat,
  world: World,
): void {
  world.out(render(diagnostics, format, world));
}

function render(diagnostics: readonly Diagnostic[], format: ReportFormat, world: World): string {
  switch (format) {
    case 'text':
      return renderText(diagnostics, styleFor(world));
    case 'json':
      return renderJson(diagnostics);
    case 'github':
      return renderGithub(diagnostics, (path) => inWorkspace(path, world.githubWorkspace));
    default:
      return format satisfies never;
  }
}

/**
 * A path as GitHub knows it: below the folder that the repository is checked out in. A path outside of
 * it, and any path without such a folder, stays as it is.
 *
 * @param workspace `GITHUB_WORKSPACE`.
 */
function inWorkspace(path: string, workspace: string | undefined): string {
  if (!workspace) return path;
  const below = relative(realPath(workspace), realPath(path));
  const isOutside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
  return isOutside ? path : below.split(sep).join('/');
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
