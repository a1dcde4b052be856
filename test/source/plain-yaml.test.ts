import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../src/source/index.ts';
import { parseFullYaml } from '../../src/source/parse-yaml.ts';
import { readPlainYaml } from '../../src/source/plain-yaml.ts';
import { realTexts, yamlTexts } from './yaml-texts.ts';

/** What the plain reader says although the full parser says something else; null if nothing. */
function disagreement(text: string): object | null {
  const plain = readPlainYaml(text);
  if (plain === undefined) return null;
  const { value: document, diagnostics } = parseFullYaml({ path: 'x.yaml', text });
  const full = document?.value;
  const isSame =
    diagnostics.length === 0 &&
    // Prototypes and the sign of zero count here, the order of keys below.
    isDeepStrictEqual(plain, full) &&
    JSON.stringify(plain) === JSON.stringify(full);
  return isSame ? null : { text, plain, full, diagnostics };
}

/** Whether a comment cuts the text of a value, which neither reader may take. */
function isCut(text: string): boolean {
  if (!/[ \t]#[^ \t\n]/.test(text)) return false;
  const { diagnostics } = parseFullYaml({ path: 'x.yaml', text });
  return diagnostics.some(({ finding }) => finding.code === 'yaml/cut-by-comment');
}

describe('where the plain reader gives a value, the full parser gives the same', () => {
  const seed = Number(process.env['PLAIN_YAML_SEED'] ?? 1);
  const numRuns = Number(process.env['PLAIN_YAML_RUNS'] ?? 1000);

  it.each(Object.entries(yamlTexts))('for %s texts', (_, texts) => {
    let served = 0;
    let cut = 0;
    fc.assert(
      fc.property(texts, (text) => {
        expect(disagreement(text)).toBeNull();
        if (readPlainYaml(text) !== undefined) served += 1;
        else if (isCut(text)) cut += 1;
      }),
      { seed, numRuns },
    );
    // Otherwise nothing was compared, or nothing refused by both.
    expect(served).toBeGreaterThan(numRuns / 20);
    expect(cut).toBeGreaterThan(numRuns / 500);
  });

  it.each(Object.entries(realTexts))('for %s', (_, text) => {
    for (const written of [text, text.replaceAll('\n', '\r\n'), text.trimEnd(), `# c\n\n${text}`]) {
      expect(disagreement(written)).toBeNull();
    }
  });
});

describe('the plain reader serves', () => {
  /** Text over several lines, an anchor or an alias: what the full parser is for. */
  const LEFT_OUT = /: (?:[|>]-?$|[&*])/m;

  it.each(Object.entries(realTexts))('%s', (_, text) => {
    expect(readPlainYaml(text) === undefined).toBe(LEFT_OUT.test(text));
  });

  it.each<[string, unknown]>([
    ['a: 1\n', { a: 1 }],
    ['a: 1', { a: 1 }],
    ['a: 1\r\nb:\r\n- 2\r\n', { a: 1, b: [2] }],
    ['\n# c\n\n  a: 1 # c\n\n# c\n  b: # c\n', { a: 1, b: null }],
    [
      '- a\n-\n- b: 1\n  c:\n  - d\n  -   - e\n-\n  - f\n',
      ['a', null, { b: 1, c: ['d', ['e']] }, ['f']],
    ],
    ['a:\n- 1\nb:\n    - 2\n\nc:\n  d: {}\n', { a: [1], b: [2], c: { d: {} } }],
    ['-   a: 1\n    b: 2\n-  - 3\n   - 4\n', [{ a: 1, b: 2 }, [3, 4]]],
    ['[]', []],
    ['{ a: [], b: { c: [d, "e", \'f\'] }, }', { a: [], b: { c: ['d', 'e', 'f'] } }],
    [
      '- "a \\"b\\" \\\\ \\/ \\n \\t"\n- \'it\'\'s\'\n- ""\n- \'\'\n',
      ['a "b" \\ / \n \t', "it's", '', ''],
    ],
    ['- null\n- ~\n- True\n- FALSE\n- no\n- nULL\n', [null, null, true, false, 'no', 'nULL']],
    ['- -0\n- 0.10\n- 01\n- -1.5\n- 5.\n', [0, 0.1, 1, -1.5, 5]],
    ['- 2026-01-01\n- 1:30\n- 1.5.2\n- 24/7\n', ['2026-01-01', '1:30', '1.5.2', '24/7']],
    [
      '- a:b#c\n- http://a.example/#b\n- -a\n- (狐)\n',
      ['a:b#c', 'http://a.example/#b', '-a', '(狐)'],
    ],
    ['[a:b#c, d, -1]', ['a:b#c', 'd', -1]],
  ])('%j', (text, value) => {
    expect(readPlainYaml(text)).toEqual(value);
    expect(disagreement(text)).toBeNull();
  });

  it('maps without a prototype, with any key that is a word', () => {
    const value = readPlainYaml('constructor: 1\nno: { toString: 2 }\n');
    expect(disagreement('constructor: 1\nno: { toString: 2 }\n')).toBeNull();
    expect(value && Object.getPrototypeOf(value)).toBeNull();
  });

  it('documents that know where each value was written', () => {
    const file = { path: 'x.yaml', text: 'a: 1\nb: { c: [x, y] }\n' };
    expect(readPlainYaml(file.text)).toBeDefined();
    const document = parseYaml(file).value;
    expect(document?.placeOf(['b', 'c', 1])).toEqual({ file, start: 17, end: 18 });
    expect(document?.placeOfKey(['b', 'c'])).toEqual({ file, start: 10, end: 11 });
  });
});

describe('the plain reader leaves to the full parser', () => {
  it.each([
    ['nothing', ['', '\n', '# c\n', ' ', '\r\n']],
    [
      'the start and the end of a document',
      ['---\na: 1\n', 'a: 1\n...\n', 'a: 1\n---\nb: 2\n', '...'],
    ],
    ['directives', ['%YAML 1.2\n---\na: 1\n', '# c\n%FOO\na: 1\n']],
    ['anchors, aliases and tags', ['a: &x 1\n', 'a: *x\n', '- !!str 1\n', '[! a]', '&a b: 1\n']],
    ['block scalars', ['a: |\n  b\n', 'a: >-\n  b\n', '- |\n']],
    ['complex keys', ['? a\n: b\n', '{? a : b}', '[a]: b\n', '{}: b\n']],
    [
      'keys that are no plain words',
      ['"a": 1\n', "'a': 1\n", 'a b: 1\n', 'é: 1\n', '<<: 1\n', '{"a":1}'],
    ],
    [
      'keys that are no text',
      ['1: a\n', 'true: a\n', '{null: a}', '~: a\n', ': a\n', '-1: a\n', '1.5: a\n'],
    ],
    ['keys that are reserved', ['__proto__: 1\n', '{ a: { __proto__: 1 } }']],
    ['doubled keys', ['a: 1\na: 1\n', '- {a: 1, b: 2, a: }\n', 'b:\n  a:\n  a:\n', 'a:\na:\n']],
    ['a key that is too long', [`${'a'.repeat(1025)}: 1\n`, `- {${'a'.repeat(1025)}: 1}\n`]],
    ['a space before a colon', ['a : 1\n', '{a : 1}']],
    ['a flow map without values', ['{a}', '{a: 1, b}', '{a: }', '{a:}', '[a: 1]', '{a:1}']],
    ['brackets over several lines', ['a: [\n1]\n', 'a: [1,\n  2]\n', '{a:\n 1}', '[a\n b]']],
    [
      'brackets that do not match',
      ['[a', '[]]', '[a}', '{a: 1]', '[a]]', '[,]', '[a,,b]', '[a] b', '[a]#c'],
    ],
    [
      'scalars over several lines',
      ['a\nb\n', 'a: b\n  c\n', '- a\n  b\n', 'a: "b\n  c"\n', "- 'a\n\n b'\n"],
    ],
    ['something behind a quote', ['a: "b" c\n', "a: 'b'c\n", '"a"#c', "['a' b]", "a: 'b': c\n"]],
    [
      'escapes that JSON lacks, or with hex',
      ['"\\x41"', '"\\u0041"', '"\\0"', '"\\e"', '"\\q"', '"\\'],
    ],
    ['a colon in a value', ['a: b: c\n', 'a: b:\n', '- a: b: c\n', '[a: b]', '- b : c\n']],
    ['a list on the line of its key', ['a: - b\n', 'a: -\n']],
    [
      'an indicator in front',
      ['- @a\n', '- `a\n', '- %a\n', '- ,a\n', '- ?a\n', '- :a\n', '- --a\n', '- .a\n'],
    ],
    [
      'numbers beyond 15 characters',
      ['- 1234567890123456\n', '- 9007199254740993\n', '- 0.30000000000000004\n'],
    ],
    [
      'numbers with exponent or base',
      ['- 1e3\n', '- 1E400\n', '- 0x1F\n', '- 0o17\n', '- .5\n', '- +1\n'],
    ],
    ['what is no number', ['- .inf\n', '- -.inf\n', '- .nan\n']],
    [
      'indentation that fits nothing',
      [
        'a:\n    b: 1\n  c: 2\n',
        'a: 1\n b: 2\n',
        '-   a: 1\n  b: 2\n',
        '- a\n - b\n',
        ' a: 1\nb: 2\n',
      ],
    ],
    [
      'a list where a key should be',
      ['a: 1\n- b\n', '- a\nb: 1\n', 'a:\n- b\n c: 1\n', '- a\n  - b\n'],
    ],
    ['tabs', ['a:\t1\n', '\ta: 1\n', 'a: "b\tc"\n', '- a\t\n', '# \t\na: 1\n']],
    ['lone returns', ['a: 1\rb: 2\n', 'a: 1\r', 'a: 1\r\r\n']],
    ['byte order marks', ['\ufeffa: 1\n', 'a: \ufeff\n']],
    [
      'what cannot be printed',
      ['a: \0\n', 'a: \u007f\n', '# \u009f\na: 1\n', 'a: \ufffe\n', 'a: \ud83e\n'],
    ],
    ['characters of two code units', ['a: 🦊\n']],
    [
      'comments without a space after their sign',
      ['a: b #c\n', '- a #b\n', 'a: #b\n', '- #a\n', 'a: "b" #c\n', '[] #a\n', 'a: b ##\n'],
    ],
    ['deep nesting', ['['.repeat(41) + ']'.repeat(41), '- '.repeat(41), '- '.repeat(5000)]],
  ])('%s', (_, texts) => {
    expect(texts.filter((text) => readPlainYaml(text) !== undefined)).toEqual([]);
  });
});
