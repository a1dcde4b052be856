import { expect } from 'vitest';
import { linesOf, renderText } from '../../src/diagnostics/index.ts';
import { parseYaml } from '../../src/source/index.ts';

/** The value of a text that has to be accepted. */
export function readValue(text: string): unknown {
  const { value, diagnostics } = parseYaml({ path: 'x.yaml', text });
  expect(renderText(diagnostics)).toBe('');
  return value?.value;
}

/** `code line:column` for everything wrong with a text. */
export function problemsOf(text: string): string[] {
  return parseYaml({ path: 'x.yaml', text }).diagnostics.map(({ finding, place }) => {
    const { line, column } = linesOf(place.file).positionAt(place.start);
    return `${finding.code} ${line}:${column}`;
  });
}
