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
      return renderGithub(diagnostics);
    default:
      return format satisfies never;
  }
}
