import { describe, expect, it } from 'vitest';
import { linesOf, type Place } from '../../src/diagnostics/index.ts';
import { decodeSource, parseYaml, type ValuePath } from '../../src/source/index.ts';

describe('a value knows where it was written', () => {
  const text = `name: Harbour Nine
fees:
  - { type: flat, "amount": 1.5 }
  - type: free
    note: >
      Folded
      text
empty:
tags: [a, &b "b", *b]
copy: &copy
  inner: 1
again: *copy
`;
  it.each<[ValuePath, string, string]>([
    [['name'], 'Harbour Nine', 'name'],
    [['fees', 0, 'type'], 'flat', 'type'],
    [['fees', 0, 'amount'], '1.5', '"amount"'],
    [['fees', 0], '{ type: flat, "amount": 1.5 }', '{ type: flat, "amount": 1.5 }'],
    [['fees', 1, 'type'], 'free', 'type'],
    [['fees', 1], 'type', 'type'],
    [['fees'], '-', 'fees'],
    [['tags', 1], '"b"', '"b"'],
    [['tags', 2], '*b', '*b'],
    [['copy', 'inner'], '1', 'inner'],
    // What is wrong in the value of an alias is wrong where it is used.
    [['again', 'inner'], '*copy', 'again'],
    // The nearest thing that is there.
    [['fees', 1, 'amount'], 'type', 'type'],
    [['fees', 7, 'amount'], '-', 'fees'],
    [[], 'name', 'name'],
  ])('%j', (path, value, key) => {
    for (const written of [text, text.replaceAll('\n', '\r\n')]) {
      const { value: document } = parseYaml({ path: 'x.yaml', text: written });
      expect(document && writtenAt(document.placeOf(path))).toBe(value);
      expect(document && writtenAt(document.placeOfKey(path))).toBe(key);
    }
  });

  it('and so do thirty thousand of one map, in linear time', () => {
    // A search through all of them for each would take a minute.
    const keys = Array.from({ length: 30_000 }, (_, index) => `key${index}`);
    const text = keys.map((key) => `${key}: x\n`).join('');
    const { value: document } = parseYaml({ path: 'x.yaml', text });
    const wrong = keys.filter((key) => document && writtenAt(document.placeOfKey([key])) !== key);
    expect(wrong).toEqual([]);
  });

  it('is the last of two equal keys, whose value is read', () => {
    const { value: document } = parseYaml({ path: 'x.yaml', text: 'a: 1\nb: 2\na: 3\n' });
    expect(document?.value).toEqual({ a: 3, b: 2 });
    expect(document && writtenAt(document.placeOf(['a']))).toBe('3');
  });

  it.each<[string, string, number, number]>([
    ['LF', 'a: 1\nb: x\n', 2, 4],
    ['CR LF', 'a: 1\r\nb: x\r\n', 2, 4],
    ['a byte order mark', '\ufeffb: x\n', 1, 4],
    ['astral characters before it', '{a: 🦊🦊, b: x}\n', 1, 12],
    ['combining characters before it', '{a: e\u0301, b: x}\n', 1, 12],
    ['a tab before it', 'a: 1\nb:\tx\n', 2, 4],
    ['the end of the file after it', 'b: x', 1, 4],
    ['comments and blank lines before it', '# ä\n\n\nb: # c\n  x\n', 5, 3],
  ])('has line and column with %s', (_, written, line, column) => {
    const bytes = Buffer.from(written);
    const file = { name: 'x.yaml', path: 'x.yaml', measure: () => bytes.length, read: () => bytes };
    const decoded = decodeSource(file).value;
    const place = decoded && parseYaml(decoded).value?.placeOf(['b']);
    expect(place && writtenAt(place)).toBe('x');
    expect(place && linesOf(place.file).positionAt(place.start)).toEqual({ line, column });
  });
});

function writtenAt({ file, start, end }: Place): string {
  return file.text.slice(start, end);
}
