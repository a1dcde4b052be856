import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineCounter, parseDocument } from 'yaml';
import { linesOf, type Position } from '../../src/diagnostics/index.ts';

describe('lines and columns', () => {
  it.each<[string, number, Position]>([
    ['', 0, { line: 1, column: 1 }],
    ['ab', 1, { line: 1, column: 2 }],
    ['ab', 2, { line: 1, column: 3 }],
    ['ab', 99, { line: 1, column: 3 }],
    ['ab', -1, { line: 1, column: 1 }],
    ['a\nb', 1, { line: 1, column: 2 }],
    ['a\nb', 2, { line: 2, column: 1 }],
    ['a\n', 2, { line: 2, column: 1 }],
    ['a\r\nb', 3, { line: 2, column: 1 }],
    ['a\rb', 2, { line: 2, column: 1 }],
    ['a\n\rb', 3, { line: 3, column: 1 }],
    ['\tb', 1, { line: 1, column: 2 }],
    ['🦊b', 2, { line: 1, column: 2 }],
    ['e\u0301b', 2, { line: 1, column: 3 }],
    ['a\u2028b\u0085c', 4, { line: 1, column: 5 }],
  ])('%j at %i', (text, offset, position) => {
    expect(linesOf({ path: 'x.yaml', text }).positionAt(offset)).toEqual(position);
  });

  it('a line is known by its number, without its break', () => {
    const lines = linesOf({ path: 'x.yaml', text: 'a\r\n\nb\rc\n' });
    expect(lines.lineCount).toBe(5);
    expect([0, 1, 2, 3, 4, 5, 6].map(lines.lineText)).toEqual(['', 'a', '', 'b', 'c', '', '']);
  });

  it('are those of the yaml package', () => {
    const entry = fc.tuple(
      fc.constantFrom('- ', '# ', '-\t', '- "', '- |'),
      fc.string({ unit: fc.constantFrom('a', ' ', 'é', '狐', '🦊') }),
      fc.constantFrom('\n', '\r\n'),
    );
    fc.assert(
      fc.property(fc.array(entry), fc.boolean(), (entries, isComplete) => {
        const text = entries.flat().join('') + (isComplete ? '' : '- a');
        const lineCounter = new LineCounter();
        parseDocument(text, { lineCounter });
        const lines = linesOf({ path: 'x.yaml', text });
        for (let offset = 0; offset <= text.length; offset += 1) {
          if (/[\udc00-\udfff]/.test(text.charAt(offset))) continue; // Within a character.
          // Theirs counts UTF-16 units, ours characters.
          const { line, col } = lineCounter.linePos(offset);
          const column = [...text.slice(offset - col + 1, offset)].length + 1;
          expect(lines.positionAt(offset)).toEqual({ line: Math.max(1, line), column });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are the same in whatever order they are asked for', () => {
    const text = 'ab🦊cd\nef\r\n狐🦊gh\n';
    const inOrder = Array.from({ length: text.length }, (_, offset) => offset);
    const positions = inOrder.map(linesOf({ path: 'x.yaml', text }).positionAt);
    fc.assert(
      fc.property(fc.shuffledSubarray(inOrder), (offsets) => {
        const lines = linesOf({ path: 'x.yaml', text });
        for (const offset of offsets) {
          expect(lines.positionAt(offset)).toEqual(positions[offset]);
        }
      }),
    );
  });
});
