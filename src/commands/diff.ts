import {
  type Comparison,
  renderComparisonJson,
  renderComparisonMarkdown,
  renderComparisonText,
} from '../changes/index.ts';
import { styleFor } from '../diagnostics/index.ts';
import { diffPublications } from '../diff-publications.ts';
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
  const comparison = await diffPublications(old, now);
  world.out(render(comparison, format, world));
  const isSame = comparison.changes.length === 0 && comparison.rankings.length === 0;
  return exitCode && !isSame ? 1 : 0;
}

function render(
  comparison: Comparison,
  format: DiffCommandOptions['format'],
  world: World,
): string {
  switch (format) {
    case 'text':
      return renderComparisonText(comparison, styleFor(world));
    case 'markdown':
      return renderComparisonMarkdown(comparison);
    case 'json':
      return renderComparisonJson(comparison);
    default:
      return format satisfies never;
  }
}
