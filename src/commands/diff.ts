import {
  renderComparisonJson,
  renderComparisonMarkdown,
  renderComparisonText,
} from '../changes/index.ts';
import { styleFor } from '../diagnostics/index.ts';
import { diffPublications } from '../diff-publications.ts';
import { warnOfProxies } from './proxies.ts';
import type { ExitCode, World } from './world.ts';

export interface DiffCommandOptions {
  readonly format: 'text' | 'markdown' | 'json';
  readonly exitCode: boolean;
}

/** Shows what changed from one publication to another. */
export async function runDiff(
  old: string,
  now: string,
  { format, exitCode }: DiffCommandOptions,
  world: World,
): Promise<ExitCode> {
  warnOfProxies('diff', [old, now], world);
  const comparison = await diffPublications(old, now);
  const renderers = {
    text: () => renderComparisonText(comparison, styleFor(world)),
    markdown: () => renderComparisonMarkdown(comparison),
    json: () => renderComparisonJson(comparison),
  };
  world.out(renderers[format]());
  const isSame = comparison.changes.length === 0 && comparison.rankings.length === 0;
  return exitCode && !isSame ? 1 : 0;
}
