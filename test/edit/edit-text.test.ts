import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Edit, editText } from '../../src/edit/index.ts';
import type { PlainValue, ValuePath } from '../../src/source/index.ts';

const edit = (text: string, ...edits: Edit[]) => editText({ path: 'data/x.yaml', text }, edits);
const set = (path: ValuePath, value: PlainValue, ...after: string[]): Edit => ({
  kind: 'set',
  path,
  value,
  after,
});
const append = (path: ValuePath, entry: PlainValue, after?: number): Edit => ({
  kind: 'append',
  path,
  entry,
  after,
});
const remove = (...path: ValuePath): Edit => ({ kind: 'remove', path });

const CLAIM = { claim_id: 'fee_2', value: 2 };

type Case = readonly [what: string, before: string, edits: Edit | Edit[], after: string];

describe('setting a field', () => {
  it.each<Case>([
    ['at the end of a map', 'a: 1\nb: 2\n', set(['c'], 3), 'a: 1\nb: 2\nc: 3\n'],
    ['after a field', 'a: 1 # one\nb: 2\n', set(['c'], 3, 'a'), 'a: 1 # one\nc: 3\nb: 2\n'],
    [
      'after the last of several fields',
      'a: 1\nb: 2\nd: 4\n',
      set(['c'], 3, 'b', 'a', 'x'),
      'a: 1\nb: 2\nc: 3\nd: 4\n',
    ],
    ['without a final newline', 'a: 1', set(['c'], 3), 'a: 1\nc: 3'],
    [
      'with CRLF',
      'a: 1\r\nb: 2\r\n',
      set(['c'], 'x\ny', 'a'),
      'a: 1\r\nc: |-\r\n  x\r\n  y\r\nb: 2\r\n',
    ],
    [
      'after a list and the comment on its last line',
      'a:\n  - 1\n  - 2 # two\n\n# about b\nb: 2\n',
      set(['c'], 3, 'a'),
      'a:\n  - 1\n  - 2 # two\nc: 3\n\n# about b\nb: 2\n',
    ],
    [
      'after a text of several lines',
      'a: |\n  x\n\n  y\n\nb: 2\n',
      set(['c'], 3, 'a'),
      'a: |\n  x\n\n  y\nc: 3\n\nb: 2\n',
    ],
    [
      'after a text that keeps its blank lines',
      'a: |+\n  x\n\n\n',
      set(['c'], 3),
      'a: |+\n  x\n\n\nc: 3\n',
    ],
    [
      'after a text at the end with CRLF',
      'a: |\r\n  x\r\n',
      set(['c'], 3),
      'a: |\r\n  x\r\nc: 3\r\n',
    ],
    [
      'after a quoted text of several lines',
      'a: "x\n  y" # z\nb: 1\n',
      set(['c'], 3, 'a'),
      'a: "x\n  y" # z\nc: 3\nb: 1\n',
    ],
    ['after a field without a value', 'a:\nb: # none\n', set(['c'], 3), 'a:\nb: # none\nc: 3\n'],
    [
      'of an entry, on the line of its hyphen',
      '- a: 1\n- a: 2\n',
      set([0, 'b'], 'x'),
      '- a: 1\n  b: x\n- a: 2\n',
    ],
    [
      'of an entry with more spaces after its hyphen',
      '  -   a: 1\n      # why\n\n  -   a: 2\n',
      set([0, 'b'], 'x'),
      '  -   a: 1\n      b: x\n      # why\n\n  -   a: 2\n',
    ],
    [
      'of an entry that starts below its hyphen',
      '-\n  a: 1\n-\n  a: 2\n',
      set([1, 'b'], 'x'),
      '-\n  a: 1\n-\n  a: 2\n  b: x\n',
    ],
    ['in braces', '{ a: 1, b: 2 }\n', set(['c'], 3, 'a'), '{ a: 1, c: 3, b: 2 }\n'],
    [
      'in braces with a comma at the end',
      'x: {a: 1,}\n',
      set(['x', 'c'], 'a, b'),
      'x: {a: 1, c: "a, b",}\n',
    ],
    ['in empty braces', 'x: {} # none\n', set(['x', 'c'], 3), 'x: { c: 3 } # none\n'],
    [
      'in braces over several lines',
      'x: {\n  a: 1, # one\n  b: 2 # two\n}\n',
      [set(['x', 'c'], 3), set(['x', 'd'], 4, 'a')],
      'x: {\n  a: 1, # one\n  d: 4,\n  b: 2, # two\n  c: 3\n}\n',
    ],
    [
      'a new value, with the comment after it',
      'a: 1   # one\nb: 2\n',
      set(['a'], 5),
      'a: 5   # one\nb: 2\n',
    ],
    [
      'a new value, with the spaces before it',
      'a:    1\n',
      set(['a'], 'yes: no'),
      'a:    "yes: no"\n',
    ],
    [
      'a new text in the quotes of the old one',
      'a: \'x\'\nb: "y"\n',
      [set(['a'], "it's"), set(['b'], 'z')],
      "a: 'it''s'\nb: \"z\"\n",
    ],
    ['a number in quotes', 'a: x\n', set(['a'], '004417'), 'a: "004417"\n'],
    [
      'an equal value, which stays as it is',
      'a: 1.50\nb: [ x ]\n',
      [set(['a'], 1.5), set(['b'], ['x'])],
      'a: 1.50\nb: [ x ]\n',
    ],
    [
      'a value where there was none',
      'a: # todo\nb:\n',
      [set(['a'], 1), set(['b'], 2)],
      'a: 1 # todo\nb: 2\n',
    ],
    [
      'a value in braces where there was none',
      '{ a, b: , c: 1 }\n',
      [set(['a'], 1), set(['b'], 2)],
      '{ a: 1, b: 2 , c: 1 }\n',
    ],
    [
      'a text of several lines',
      'a: x # why\nb: 1\n',
      set(['a'], 'y\nz'),
      'a: |- # why\n  y\n  z\nb: 1\n',
    ],
    [
      'a short value instead of a text of several lines',
      'a: >-\n  x\n  y\n\nb: 1\n',
      set(['a'], 'z'),
      'a: z\n\nb: 1\n',
    ],
    [
      'a scalar that becomes a list',
      '- at: 2026-05-11 # seen\n',
      set([0, 'at'], ['2026-05-11', '2026-06-01']),
      '- at: [2026-05-11, 2026-06-01] # seen\n',
    ],
    [
      'a list over lines, with the comment above it',
      'a: # why\n  - 1\n  - 2 # two\nb: 1\n',
      set(['a'], [3, 4]),
      'a: # why\n  - 3\n  - 4\nb: 1\n',
    ],
    [
      'a scalar instead of a list over lines',
      'a:\n- 1\n- 2\nb: 1\n',
      set(['a'], null),
      'a: null\nb: 1\n',
    ],
    [
      'a map that is short',
      'a: 1\n',
      set(['b'], { at: '2026-05-11', reason: 'Wrong, sorry' }),
      'a: 1\nb: { at: 2026-05-11, reason: "Wrong, sorry" }\n',
    ],
    [
      'a map that is long',
      'a: 1\n',
      set(['b'], { reason: 'x'.repeat(100) }),
      `a: 1\nb:\n  reason: ${'x'.repeat(100)}\n`,
    ],
    [
      'a map that holds a list',
      'a: 1\n',
      set(['b'], { c: [{ d: 1 }], e: [] }),
      'a: 1\nb:\n  c:\n    - { d: 1 }\n  e: []\n',
    ],
    ['a key with quotes', '"a": 1\n', set(['a'], 2), '"a": 2\n'],
    [
      'below a comment for editors',
      '# yaml-language-server: $schema=x.json\n---\na: 1\n',
      set(['a'], 2),
      '# yaml-language-server: $schema=x.json\n---\na: 2\n',
    ],
  ])('%s', (_, before, edits, after) => {
    expect(edit(before, ...[edits].flat())).toBe(after);
  });
});

describe('appending to a list', () => {
  it.each<Case>([
    [
      'of texts',
      'a:\n  - x\n  - y # why\nb: 1\n',
      append(['a'], 'z: z'),
      'a:\n  - x\n  - y # why\n  - "z: z"\nb: 1\n',
    ],
    [
      'at the indentation of its key',
      'a:\n- x\nb: 1\n',
      append(['a'], 'z'),
      'a:\n- x\n- z\nb: 1\n',
    ],
    ['in brackets', 'a: [x, y] # why\n', append(['a'], 'z, z'), 'a: [x, y, "z, z"] # why\n'],
    [
      'in brackets over several lines',
      'a: [\n  x, # one\n  y, # two\n]\n',
      append(['a'], 'z'),
      'a: [\n  x, # one\n  y, # two\n  z,\n]\n',
    ],
    ['in empty brackets', 'a: [ ] # none\n', append(['a'], 'z'), 'a: [z] # none\n'],
    [
      'in empty brackets inside braces',
      'x: { a: [] }\n',
      append(['x', 'a'], { b: 1 }),
      'x: { a: [{ b: 1 }] }\n',
    ],
    [
      'of maps, which is empty',
      'a: [] # none\nb: 1\n',
      append(['a'], { c: 1, d: null }),
      'a: # none\n  - { c: 1, d: null }\nb: 1\n',
    ],
    [
      'of maps, which is empty, indented as others',
      'z:\n- 1\na: []\n',
      append(['a'], { c: 1 }),
      'z:\n- 1\na:\n- { c: 1 }\n',
    ],
    [
      'that is the whole file, and empty',
      '# facts\n[]\n',
      append([], CLAIM),
      '# facts\n- claim_id: fee_2\n  value: 2\n',
    ],
    [
      'that is the whole file, and empty, with a comment',
      '[] # none',
      append([], CLAIM),
      ' # none\n- claim_id: fee_2\n  value: 2',
    ],
    [
      'of maps without blank lines',
      '- claim_id: a\n- claim_id: b\n',
      append([], CLAIM),
      '- claim_id: a\n- claim_id: b\n- claim_id: fee_2\n  value: 2\n',
    ],
    [
      'of maps with blank lines',
      '- claim_id: a\n\n- claim_id: b # z\n# end\n',
      append([], CLAIM),
      '- claim_id: a\n\n- claim_id: b # z\n\n- claim_id: fee_2\n  value: 2\n# end\n',
    ],
    [
      'with one map',
      '- claim_id: a\n',
      append([], CLAIM),
      '- claim_id: a\n\n- claim_id: fee_2\n  value: 2\n',
    ],
    [
      'in the middle',
      '- claim_id: a\n  # why\n\n# about b\n- claim_id: b\n',
      append([], CLAIM, 0),
      '- claim_id: a\n  # why\n\n- claim_id: fee_2\n  value: 2\n\n# about b\n- claim_id: b\n',
    ],
    [
      'of maps in braces',
      'a:\n  -  {b: 1}\n  -  {b: 2}\n',
      append(['a'], { b: 3 }),
      'a:\n  -  {b: 1}\n  -  {b: 2}\n  -  { b: 3 }\n',
    ],
    [
      'with other spaces after the hyphen',
      '-   claim_id: a\n    value: 1\n',
      append([], CLAIM),
      '-   claim_id: a\n    value: 1\n\n-   claim_id: fee_2\n    value: 2\n',
    ],
    [
      'with an entry below its hyphen',
      '-\n  claim_id: a\n',
      append([], CLAIM),
      '-\n  claim_id: a\n\n- claim_id: fee_2\n  value: 2\n',
    ],
    [
      'with an empty entry at the end',
      'a:\n  - x\n  -\n',
      append(['a'], 'z'),
      'a:\n  - x\n  -\n  - z\n',
    ],
    [
      'with CRLF',
      '- claim_id: a\r\n\r\n- claim_id: b\r\n',
      append([], CLAIM),
      '- claim_id: a\r\n\r\n- claim_id: b\r\n\r\n- claim_id: fee_2\r\n  value: 2\r\n',
    ],
    [
      'of texts of several lines',
      '- |\n  x\n- y',
      append([], 'a\nb'),
      '- |\n  x\n- y\n- |-\n  a\n  b',
    ],
    [
      'twice',
      'a: []\n',
      [append(['a'], { c: 1 }), append(['a'], { c: 2 })],
      'a:\n  - { c: 1 }\n  - { c: 2 }\n',
    ],
    [
      'and setting a field of the new entry',
      '[]\n',
      [append([], CLAIM), set([0, 'value'], 3)],
      '- claim_id: fee_2\n  value: 3\n',
    ],
  ])('%s', (_, before, edits, after) => {
    expect(edit(before, ...[edits].flat())).toBe(after);
  });
});

describe('removing a field', () => {
  it.each<Case>([
    [
      'with its comment',
      'a: 1\nb: 2 # two\n# about c\nc: 3\n',
      remove('b'),
      'a: 1\n# about c\nc: 3\n',
    ],
    ['at the end of the file', 'a: 1\nb: 2', remove('b'), 'a: 1'],
    ['with CRLF', 'a: 1\r\nb: 2\r\n', remove('a'), 'b: 2\r\n'],
    ['with a list', 'a:\n  - 1\n  - 2\n\nb: 2\n', remove('a'), '\nb: 2\n'],
    ['after a hyphen', '- a: 1\n  b: 2\n', remove(0, 'a'), '- b: 2\n'],
    [
      'after a hyphen, above a comment',
      '- a: 1\n  # about b\n  b: 2\n',
      remove(0, 'a'),
      '-\n  # about b\n  b: 2\n',
    ],
    [
      'in braces',
      'x: { a: 1, b: 2, c: 3 }\n',
      [remove('x', 'b'), remove('x', 'c')],
      'x: { a: 1 }\n',
    ],
    [
      'the only one',
      'x:\n  a: 1\ny: { a: 1 }\n',
      [remove('x', 'a'), remove('y', 'a')],
      'x:\n  {}\ny: {}\n',
    ],
  ])('%s', (_, before, edits, after) => {
    expect(edit(before, ...[edits].flat())).toBe(after);
  });
});

describe('what is not edited', () => {
  it.each<readonly [string, string, Edit, string]>([
    [
      'a value with an anchor',
      'a: &x 1\nb: *x\n',
      set(['a'], 2),
      'line 1 has a value with an anchor',
    ],
    [
      'a map with an anchor',
      'a: &x\n  b: 1\nc: *x\n',
      set(['a', 'b'], 2),
      'line 2 has a value with an anchor',
    ],
    ['an alias', 'a: &x [1]\nb: *x\n', append(['b'], 2), 'line 2 has an alias'],
    [
      'an anchor inside the value',
      'a: { b: &x 1 }\nc: *x\n',
      remove('a'),
      'line 1 has a value with an anchor',
    ],
    ['a value with a tag', '- a: !!str 1\n', set([0, 'a'], '2'), 'line 1 has a value with a tag'],
    [
      'a key with a question mark',
      'b: 1\n? a\n: 1\n',
      set(['b'], 2),
      'line 2 has a key that starts with "?"',
    ],
    ['broken YAML', 'a: [1\n', set(['a'], 2), 'it is not valid YAML'],
  ])('%s', (_, before, given, why) => {
    expect(() => edit(before, given)).toThrow(`Cannot edit data/x.yaml: ${why}`);
  });
});

it('edits whatever it wrote, and what is then read is what was meant', () => {
  // editText itself compares the two, and throws if they differ.
  const scalar = fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.stringMatching(/^[ -~\n]{0,12}$/),
    fc.constantFrom('- x', '# y', 'a: b', '"', "it's", '24/7', '', '2026-05-11', 'x\ny'),
  );
  const key = fc.constantFrom('a', 'b', 'c c', 'd');
  const { any } = fc.letrec<{ any: PlainValue }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(key, tie('any'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  const whole = fc.dictionary(key, any, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
  const steps = fc.array(fc.record({ at: fc.nat(), key, value: any, kind: fc.nat(2) }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(whole, steps, (start, wishes) => {
      let text = edit(
        'z: 1\n',
        ...Object.entries(start).map(([name, given]) => set([name], given)),
      );
      let value: PlainValue = { z: 1, ...start };
      for (const wish of wishes) {
        const homes = pathsIn(value);
        const path = homes[wish.at % homes.length] ?? [];
        const home = at(value, path);
        const isRemoval = wish.kind === 0 && Object.hasOwn(home as object, wish.key);
        const given = Array.isArray(home)
          ? append(path, wish.value)
          : isRemoval
            ? remove(...path, wish.key)
            : set([...path, wish.key], wish.value);
        text = edit(text, given);
        value = parse(text, { version: '1.2' });
      }
    }),
    { numRuns: 200 },
  );
});

/** The paths of all maps and lists in a value. */
function pathsIn(value: PlainValue, path: ValuePath = []): ValuePath[] {
  if (typeof value !== 'object' || value === null) return [];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...steps.flatMap((step) => pathsIn(at(value, [step]), [...path, step]))];
}

function at(value: PlainValue, path: ValuePath): PlainValue {
  return path.reduce((inner, step) => (inner as never)[step], value);
}
