import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify, type ToStringOptions } from 'yaml';
import { linesOf, renderText } from '../../src/diagnostics/index.ts';
import { parseYaml } from '../../src/source/index.ts';
import { problemsOf, readValue } from '../doors/check-yaml.ts';

describe('a plain value is what YAML 1.2 says', () => {
  it.each<[string, unknown]>([
    // What YAML 1.1 took for booleans is text.
    ['yes', 'yes'],
    ['no', 'no'],
    ['No', 'No'],
    ['NO', 'NO'],
    ['on', 'on'],
    ['off', 'off'],
    ['y', 'y'],
    ['n', 'n'],
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['tRUE', 'tRUE'],
    ['false', false],
    ['False', false],
    ['FALSE', false],
    // What YAML 1.1 took for base 60, for dates, for octal and binary.
    ['1:30', '1:30'],
    ['190:20:30', '190:20:30'],
    ['190:20:30.15', '190:20:30.15'],
    ['2026-01-01', '2026-01-01'],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['2026-01-01 00:00:00', '2026-01-01 00:00:00'],
    ['0o17', 15],
    ['017', 17],
    ['08', 8],
    ['0b101', '0b101'],
    ['0x1F', 31],
    ['0x1f', 31],
    ['0X1F', '0X1F'],
    ['0O17', '0O17'],
    ['-0x1F', '-0x1F'],
    ['-0o17', '-0o17'],
    ['0o18', '0o18'],
    ['0xG', '0xG'],
    ['1_000', '1_000'],
    ['1,000', '1,000'],
    // Nothing.
    ['~', null],
    ['null', null],
    ['Null', null],
    ['NULL', null],
    ['nULL', 'nULL'],
    ['', null],
    ['none', 'none'],
    ['nil', 'nil'],
    // Numbers.
    ['0', 0],
    ['-0', 0],
    ['+0', 0],
    ['-0.0', 0],
    ['+12', 12],
    ['-12', -12],
    ['12.0', 12],
    ['1.10', 1.1],
    ['.5', 0.5],
    ['-.5', -0.5],
    ['+.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['1E+3', 1000],
    ['12e03', 12_000],
    ['1.5e-3', 0.0015],
    ['0e99999', 0],
    ['1.5.2', '1.5.2'],
    ['1e', '1e'],
    ['e5', 'e5'],
    ['1 000', '1 000'],
    ['5%', '5%'],
    ['$5', '$5'],
    ['nan', 'nan'],
    ['inf', 'inf'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    // Text.
    ['24/7', '24/7'],
    ["it's", "it's"],
    ['a#b', 'a#b'],
    ['a # b', 'a'],
    ['a:b', 'a:b'],
    ['http://a.example/#b', 'http://a.example/#b'],
    ['-a', '-a'],
    ['?a', '?a'],
    ['=', '='],
    ['Żurawinowy 🦊', 'Żurawinowy 🦊'],
    ['"12"', '12'],
    ["'null'", 'null'],
    ["'it''s'", "it's"],
    ['"\\u00e9\\x41\\U0001F98A\\t\\/"', 'éA🦊\t/'],
    ['"\\ud83e\\udd8a"', '🦊'],
    ['"a\\\n    b"', 'ab'],
    ['"a\n\n    b"', 'a\nb'],
    ['a\n  b', 'a b'],
    ['a\n  -b\n  –c', 'a -b –c'],
    ['"a\n  - b"', 'a - b'],
    ["'a\n  • b'", 'a • b'],
    ['|\n  a\n   b\n', 'a\n b\n'],
    ['|-\n  a\n  b\n', 'a\nb'],
    ['|-\n  a\n  - b\n', 'a\n- b'],
    ['|+\n  a\n\n', 'a\n\n\n'],
    ['>\n  a\n  b\n\n  c\n', 'a b\nc\n'],
    ['|1\n  a\n', ' a\n'],
    // Core tags.
    ['!!str 12', '12'],
    ['!!int "12"', 12],
    ['!!bool true', true],
    ['!!null null', null],
  ])('%j is %j', (written, value) => {
    expect(readValue(`a: ${written}\n`)).toEqual({ a: value });
  });

  it.each<[string, unknown]>([
    ['- a\n- b\n', ['a', 'b']],
    ['-   a\n-\t b\n', ['a', 'b']],
    ['a:\n- 1\n-   - 2\n', { a: [1, [2]] }],
    ['a: {b: [1, x], "c": }\n', { a: { b: [1, 'x'], c: null } }],
    ['{a, b: 1}\n', { a: null, b: 1 }],
    ['[a: 1]\n', [{ a: 1 }]],
    ['? a\n: b\n', { a: 'b' }],
    ['a:\tb\t# c\n', { a: 'b' }],
    ['---\na: 1\n...\n', { a: 1 }],
    ['--- {a: 1}\n# end\n', { a: 1 }],
    ['a: 1', { a: 1 }],
    ['a: 1\r\nb: |\r\n  x\r\n  y\r\n', { a: 1, b: 'x\ny\n' }],
    ['"a b": 1\n"": 2\n', { 'a b': 1, '': 2 }],
    ['"1": a\nyes: b\n', { '1': 'a', yes: 'b' }],
    ['<<: {a: 1}\n', { '<<': { a: 1 } }],
    ['constructor: 1\ntoString: 2\n', { constructor: 1, toString: 2 }],
    ['a: &x {b: 1}\nc: *x\n', { a: { b: 1 }, c: { b: 1 } }],
    ['- &x a\n- *x\n- &x b\n- *x\n', ['a', 'a', 'b', 'b']],
    ['&x a: 1\nb: *x\n', { a: 1, b: 'a' }],
    ['{&x a: 1, b: *x}\n', { a: 1, b: 'a' }],
    // A label that nothing uses, where it cannot be a part of the text.
    ['a: &x "b"\nc: &y [d]\ne: &z\n  f: &q |\n    g\n', { a: 'b', c: ['d'], e: { f: 'g\n' } }],
    ['a: R&D\nb: "&c d"\n', { a: 'R&D', b: '&c d' }],
  ])('%j holds %j', (text, value) => {
    expect(readValue(text)).toEqual(value);
  });

  it.each<[string, unknown]>([
    ['a: 1 # b\nc: 2 #\nd: 3 #\te\nf: 4 #\r\n', { a: 1, c: 2, d: 3, f: 4 }],
    ['a: # b\nc: #\n', { a: null, c: null }],
    // Nothing in front of it that could go on.
    ['#a\nb:\n  #c\nd: 1\n#e', { b: null, d: 1 }],
    ['fees: #list\n  - a\npros: #list\n- #map\n  b: c\n', { fees: ['a'], pros: [{ b: 'c' }] }],
    ['a: #b\n  c\n', { a: 'c' }],
    // Quotes and brackets are closed: what follows them is no part of the text.
    ['a: "b" #c\nd: \'e\' #f\n', { a: 'b', d: 'e' }],
    ['a: [b] #c\nd: {} #e\nf: [ #g\n  h, #i\n  j ]\n', { a: ['b'], d: {}, f: ['h', 'j'] }],
    ['a: &b c\nd: *b #e\n', { a: 'c', d: 'c' }],
    // Text, not a comment.
    ['a: b#c\nd: "e #f"\ng: \'h #i\'\n', { a: 'b#c', d: 'e #f', g: 'h #i' }],
    ['a: |\n  b #c\n  #d\ne: > #f\n  g #h\n', { a: 'b #c\n#d\n', e: 'g #h\n' }],
  ])('the comments of %j cut nothing', (text, value) => {
    expect(readValue(text)).toEqual(value);
  });

  it('keys that every JavaScript object has are ordinary keys', () => {
    const value = readValue('constructor: 1\ntoString: 2\n') as object;
    expect(Object.entries(value)).toEqual([
      ['constructor', 1],
      ['toString', 2],
    ]);
  });

  it.each(['', '\n', '  \n', '# a comment\n'])('%j holds nothing', (text) => {
    const { value, diagnostics } = parseYaml({ path: 'x.yaml', text });
    expect(value?.value ?? null).toBeNull();
    expect(diagnostics).toEqual([]);
  });
});

describe('what is refused', () => {
  it.each<[string, string]>([
    ['%YAML 1.1\n---\na: no\n', 'yaml/directive 1:1'],
    ['%YAML 1.2\n---\na: no\n', 'yaml/directive 1:1'],
    ['# a comment\n%FOO bar\n---\na: 1\n', 'yaml/directive 2:1'],
    ['%TAG !e! tag:yaml.org,2002:\n---\na: !e!str 1\n', 'yaml/directive 1:1'],
    ['%TAG ! tag:a.example,2026:\n---\na: 1\n', 'yaml/directive 1:1'],
    ['a: !new 1\n', 'yaml/tag 1:4'],
    ['a: ! b\n', 'yaml/tag 1:4'],
    ['- ! "b"\n- !\n  7\n', 'yaml/tag 1:3, yaml/tag 2:3'],
    ['a: !', 'yaml/tag 1:4'],
    ['[!, b]\n', 'yaml/tag 1:2'],
    ['! a: 1\n', 'yaml/tag 1:1'],
    ['a: &b ! c\nd: *b\n', 'yaml/tag 1:7'],
    ['a: !!js/function x\n', 'yaml/tag 1:4'],
    ['a: !!binary aGVsbG8=\n', 'yaml/tag 1:4'],
    ['a: !!timestamp 2026-01-01\n', 'yaml/tag 1:4'],
    ['a: !!set {b}\n', 'yaml/tag 1:4'],
    ['a: !<tag:a.example,2026:b> c\n', 'yaml/tag 1:4'],
    ['!a [!b c, "\n%d"]\n', 'yaml/tag 1:1'],
    ['a: 1\n---\nb: 2\n', 'yaml/several-documents 2:1'],
    ['a: 1\n...\nb: 2\n', 'yaml/several-documents 3:1'],
    ['---\n---\n', 'yaml/several-documents 2:1'],
    ['a: "\\q"\n---\nb: 2\n', 'yaml/syntax 1:5, yaml/several-documents 2:1'],
    ['a: 1\nb: 2\na: 3\n', 'yaml/duplicate-key 3:1'],
    ['{a: 1, "a": 2}\n', 'yaml/duplicate-key 1:8'],
    ['{a: 1, b: 2, a: 3, b: 4}\n', 'yaml/duplicate-key 1:14, yaml/duplicate-key 1:20'],
    ['1: a\n', 'yaml/key-not-text 1:1'],
    ['a: 1\ntrue: 2\n', 'yaml/key-not-text 2:1'],
    ['a: 1\n: 2\n', 'yaml/key-not-text 2:1'],
    ['[a]: 1\n', 'yaml/key-not-text 1:1'],
    ['a: []\n[b, c]: 1\n', 'yaml/key-not-text 2:1'],
    ['? {a: 1}\n: 1\n', 'yaml/key-not-text 1:3'],
    ['- &a [*a]\n', 'yaml/alias-cycle 1:7'],
    ['a: *b\n', 'yaml/syntax 1:4'],
    ['a: *b\nc: &b 1\n', 'yaml/syntax 1:4'],
    ['a: &harbor 1\nb: *harbour\n', 'yaml/syntax 2:4'],
    ['a: &b &c 1\n', 'yaml/syntax 1:7'],
    ['a: "b\n', 'yaml/syntax 1:4'],
    ["a: 'b", 'yaml/syntax 1:4'],
    ['a: {b: ["c]}\nd: 1\n', 'yaml/syntax 1:9'],
    ['a: !!int b\n', 'yaml/tag 1:4'],
    ['__proto__: 1\n', 'yaml/reserved-key 1:1'],
    ['a: {"__proto__": 1}\n', 'yaml/reserved-key 1:5'],
    ['a: "\\q"\n', 'yaml/syntax 1:5'],
    ['a: @b\n', 'yaml/syntax 1:4'],
    ['a: `b`\n', 'yaml/syntax 1:4'],
    ['a: %b\n', 'yaml/syntax 1:4'],
    ['a: b: c\n', 'yaml/syntax 1:4'],
    ['a: b #c\nd: e\nf: g: h\n', 'yaml/syntax 3:4'],
    ['a: [1,, 2]\n', 'yaml/syntax 1:7'],
    ['a: [1, 2\n', 'yaml/syntax 1:4'],
    ['a: [[1], 2\n', 'yaml/syntax 1:4'],
    ['a: 1]\n', ''],
    ['"\n<<<<<<< HEAD"\n', ''],
    ['a: 1\n  b: 2\n', 'yaml/syntax 2:3'],
    ['a:\n  b: 1\n c: 2\n', 'yaml/syntax 3:2'],
    ['a:\n\tb: 1\n', 'yaml/syntax 2:1'],
    ['a: "\\0"\n', 'yaml/character 1:4'],
    ['a: "\\x1b[31m"\n', 'yaml/character 1:4'],
    ['a: "\\ud800"\n', 'yaml/character 1:4'],
    ['"\\x07": 1\n', 'yaml/character 1:1'],
  ])('%j: %s', (text, problem) => {
    expect(problemsOf(text)).toEqual(problem === '' ? [] : problem.split(', '));
  });

  it.each<[string, string]>([
    ['{a: 1,5}\n', '1:5 1,5'],
    ['a: {b: -1,5, c: 2,5}\n', '1:8 -1,5, 1:17 2,5'],
    ['{a: 1,5 %, b: c}\n', '1:5 1,5 %'],
    ['{a: €1,5}\n', '1:5 €1,5'],
    ['{a: 1,500}\n', '1:5 1,500'],
    ['{a: 1,500,000}\n', '1:5 1,500,000'],
    ['{a: 1.500,25}\n', '1:5 1.500,25'],
    ['{a: From 1,5 % on, b: c}\n', '1:5 From 1,5 % on'],
    ['[{a: 1,5}, {a: 2}]\n', '1:6 1,5'],
    ['a: [From 1,5 % on, b]\n', '1:5 From 1,5 % on'],
    ['a: [1,5 %, b]\n', '1:5 1,5 %'],
  ])('a number with a comma in %j, at %s', (text, found) => {
    const { value, diagnostics } = parseYaml({ path: 'x.yaml', text });
    const told = diagnostics.map(({ finding, place: { file, start, end } }) => {
      const { line, column } = linesOf(file).positionAt(start);
      return `${finding.code} ${line}:${column} ${file.text.slice(start, end)}`;
    });
    expect(told).toEqual(found.split(/, (?=1:)/).map((one) => `yaml/decimal-comma ${one}`));
    expect(value).toBeNull();
  });

  it.each<[string, unknown]>([
    ['[1,5]\n', [1, 5]],
    ['a: [1,5, 2,-5,0.5]\n', { a: [1, 5, 2, -5, 0.5] }],
    ['[TRC-20,5 minutes]\n', ['TRC-20', '5 minutes']],
    ['[Top 1, 5 minutes]\n', ['Top 1', '5 minutes']],
    ['["1","5 %"]\n', ['1', '5 %']],
    ['{a: 1, b: "1,5"}\n', { a: 1, b: '1,5' }],
    ['a: From 1,5 % on\n', { a: 'From 1,5 % on' }],
  ])('but none in %j', (text, value) => {
    expect(readValue(text)).toEqual(value);
  });

  it.each<[string, string]>([
    // Behind a value.
    ['a: Harbour #9\n', '1:12'],
    ['a: Harbour #9', '1:12'],
    ['a: 7 #note\r\n', '1:6'],
    ['a: b\t#c\n', '1:6'],
    ['a: b ##\n', '1:6'],
    ['a: b #\u00a0c\n', '1:6'],
    ['a: b#c #d\n', '1:8'],
    ['a: https://x.example/terms #verification\n', '1:28'],
    ['a: Note #1: b\n', '1:9'],
    ['- Ranked #1 in support\n', '1:10'],
    ['- - Ranked #1\n  - Ranked #2\n', '1:12, 2:12'],
    ['a #b\n', '1:3'],
    ['? a #b\n: c\n', '1:5'],
    // In brackets over several lines.
    ['[a #b\n, c]\n', '1:4'],
    ['{a: b #c\n}\n', '1:7'],
    ['{a #b\n: c}\n', '1:4'],
    // Behind the last line of several, or behind one before it.
    ['a: b\n  c #d\n', '2:5'],
    ['a: b #c\n  d\n', '1:6'],
    ['a: b #c\r\n\r\n  d\r\n', '1:6'],
    ['a:\n  - b #c\n    d\n  - e #f\n', '2:7'],
    ['- a: b #c\n    d\n  e: 1\n- f: g #h\n    i\n', '1:8, 4:8'],
    ['[a #b\n c]\n', '1:4'],
    // Where a value is missing.
    ['a: #9\n', '1:4'],
    ['a:  #9\nb: 1\n', '1:5'],
    ['- #1 in support\n- b\n', '1:3'],
    ['a: &b #9\nc: *b\n', '1:7'],
    ['a: !!null #9\n', '1:11'],
    ['{a: #9\n}\n', '1:5'],
    ['--- #9\n', '1:5'],
  ])('text that goes on as a comment in %j, at %s', (text, places) => {
    expect(problemsOf(text)).toEqual(
      places.split(', ').map((place) => `yaml/cut-by-comment ${place}`),
    );
  });

  it.each([
    ['a: Harbour #9', '"Harbour"'],
    ['a: b\n  c #d', '"b c"'],
    ['a: 0x1F #d', '"0x1F"'],
    ['a: #9', 'empty (null)'],
  ])('and says what is read of %j: %s', (text, read) => {
    const { value, diagnostics } = parseYaml({ path: 'x.yaml', text });
    expect(renderText(diagnostics)).toContain(`The value is read as ${read}, and`);
    expect(value).toBeNull();
  });

  it.each<[string, string]>([
    ['- a\n - b\n', '2:2'],
    ['- a\n - b', '2:2'],
    ['- a\n -\n', '2:2'],
    ['- a\n  \t- b\n', '2:4'],
    ['- a\r\n\r\n - b\r\n', '3:2'],
    ['- a\n  b\n  - c\n', '3:3'],
    ['- a\n   * b\n- c\n   • d\n', '2:4, 4:4'],
    // The first entry stands too far left.
    ['a:\n - b\n  - c\n  - d\n', '2:2'],
    ['a: b\n  - c\n', '2:3'],
    ['[a\n- b]\n', '2:1'],
    ['? a\n  - b\n: c\n', '2:3'],
    ['- a\n  – b\n  - c\n', '3:3'],
  ])('an entry that joins the text above in %j, at %s', (text, places) => {
    expect(problemsOf(text)).toEqual(
      places.split(', ').map((place) => `yaml/joined-entry ${place}`),
    );
    expect(parseYaml({ path: 'x.yaml', text }).value).toBeNull();
  });

  it.each<[string, string]>([
    ['a:\n  – b\n  - c\n  - d\n', '2:3'],
    ['• a\n- b\n', '1:1'],
    ['a:\n  -\u00a0b\n  - c\n', '2:3'],
    ['a:\n  -b\n  - c\n', '2:3'],
  ])('a first entry with another sign, which makes one text of the list, in %j', (text, place) => {
    expect(problemsOf(text)).toEqual([`yaml/syntax ${place}`]);
  });

  it.each<[string, readonly string[]]>([
    ['a: “b c”\n', ['1:4']],
    ['[„a“, «b», »c«, ‘d’, ”e”]\n', ['1:2', '1:7', '1:12', '1:17', '1:22']],
    ['a: b"\n', ['1:5']],
    ['a: b\n  c"\n', ['2:4']],
    ['{ a: 24/7" }\n', ['1:10']],
    ['“a” and “b”: ‘tis\n', []],
    ['- "“b c”"\n- \'b"\'\n- 5\' 10" or 6"\n- 24"/7\n- a “b”\n- “a” b\n', []],
    ['- |\n  “b c”\n- >\n  b"\n', []],
  ])('quotes that YAML takes for text, in %j, at %j', (text, places) => {
    expect(problemsOf(text)).toEqual(places.map((place) => `yaml/stray-quote ${place}`));
  });

  it.each<[string, string]>([
    ['a: &Harbour Nine\n', '1:4'],
    ['a: &b\n', '1:4'],
    ['a: &b', '1:4'],
    ['a: &b 7 # c\r\n', '1:4'],
    ['- &b !!str c\n- !!str &d e\n', '1:3, 2:9'],
    ['- &a\n- &ab c\n- &abc d\n', '1:3, 2:3, 3:3'],
    ['- &b c\n- &b c\n', '1:3, 2:3'],
    ['&b c\n', '1:1'],
    ['&b c: 1\n', '1:1'],
    ['{&b c: &d e}\n', '1:2, 1:8'],
    ['a: &b\n  c\n  d\n', '1:4'],
    ['a: &b c\nd: &e f\ng: *e\n', '1:4'],
    ['a: &b [c]\nd: *b\ne: &f g\n', '3:4'],
  ])('a label that no alias uses in %j, at %s', (text, places) => {
    expect(problemsOf(text)).toEqual(
      places.split(', ').map((place) => `yaml/unused-anchor ${place}`),
    );
    expect(parseYaml({ path: 'x.yaml', text }).value).toBeNull();
  });

  it('names problems on several lines in one run', () => {
    const text = 'a: 9007199254740993\nb: .nan\na: 1\nc: "\\0"\n';
    expect(problemsOf(text)).toEqual([
      'yaml/number-inexact 1:4',
      'yaml/number-not-finite 2:4',
      'yaml/duplicate-key 3:1',
      'yaml/character 4:4',
    ]);
  });

  it('stops listing syntax errors once they can only be echoes', () => {
    expect(problemsOf('a: @\n'.repeat(500)).length).toBeLessThanOrEqual(10);
  });

  it.each([
    ['brackets', '['.repeat(20_000)],
    ['braces', '{a: '.repeat(20_000)],
    ['dashes', '- '.repeat(20_000)],
    ['question marks', '? '.repeat(20_000)],
    ['two lists', `- ${'['.repeat(150)}${']'.repeat(150)}\n`.repeat(2)],
    ['dashes with a line further left', `${'- '.repeat(3000)}\nb: 1\n`],
    ['dashes with a bracket that closes nothing', `${'- '.repeat(3000)}]`],
    ['question marks with a line further left', `${'? '.repeat(3000)}\nb: 1\n`],
  ])('refuses %s nested too deep', (_, text) => {
    expect(problemsOf(text).map((problem) => problem.split(' ')[0])).toEqual(['yaml/too-deep']);
  });

  it('says of a quote that hides what is nested too deep that it is not closed', () => {
    const text = `"\na: 1\n${'- '.repeat(3000)}\nb: 1\n`;
    expect(problemsOf(text)).toEqual(['yaml/syntax 1:1']);
  });

  it('draws the line of too deep at the same place, however busy the program is', () => {
    const text = '['.repeat(5000);
    const busy = (calls: number): string[] => (calls === 0 ? problemsOf(text) : busy(calls - 1));
    expect(busy(2000)).toEqual(problemsOf(text));
  });

  it('refuses aliases that multiply, once', () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const items = level === 0 ? ['x', 'x', 'x'] : Array(9).fill(`*l${level - 1}`);
      return `l${level}: &l${level} [${items.join(', ')}]\n`;
    });
    const problems = problemsOf(levels.join(''));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^yaml\/alias-bomb /);
  });

  it.each([
    ['a value', `- &a ${'x'.repeat(200_000)}\n`],
    ['a key', `- ? &a ${'x'.repeat(200_000)}\n  : 1\n`],
    ['a map with a long key', `- &a { ${'x'.repeat(1000)}: 1 }\n`],
  ])('refuses aliases of %s that make a small file stand for a huge text', (_, anchored) => {
    // 400 kB of source would be published as 200 MB.
    const text = `${anchored}${'- *a\n'.repeat(1000)}`;
    expect(problemsOf(text).join()).toMatch(/^yaml\/alias-bomb /);
  });

  it('takes aliases in everyday numbers', () => {
    const text = `- &a {asset: USDT, network: TRC-20}\n${'- *a\n'.repeat(99)}`;
    expect(readValue(text)).toHaveLength(100);
  });

  it.each([
    ['alias', `a: *${'x'.repeat(5000)}\n`],
    ['anchor', `a: &${'x'.repeat(5000)} *b\n`],
    ['unused anchor', `a: &${'x'.repeat(5000)} b\n`],
    ['tag', `a: !${'x'.repeat(5000)} b\n`],
    ['key', `${'x'.repeat(900)}: 1\n${'x'.repeat(900)}: 1\n`],
    ['number', `a: ${'9'.repeat(5000)}\n`],
    ['directive', `%${'x'.repeat(5000)}\n---\na: 1\n`],
    ['block scalar header', `a: |${'x'.repeat(5000)}\n  b\n`],
  ])('shortens a huge %s in the message', (_, text) => {
    const { diagnostics } = parseYaml({ path: 'x.yaml', text });
    expect(diagnostics).not.toEqual([]);
    for (const line of renderText(diagnostics).split('\n')) expect(line.length).toBeLessThan(400);
  });

  it.each([
    ['alias', 'a: *x\u202ey\n'],
    ['anchor', 'a: &x\u202ey 1\nb: *x\u202e\n'],
    ['unused anchor', 'a: &x\u202ey 1\n'],
    ['tag', 'a: !x\u202ey 1\n'],
    ['key', 'x\u202e: 1\nx\u202e: 1\n'],
    ['block scalar header', 'a: |x\u202ey\n  b\n'],
  ])('shows a character that turns the writing direction in an %s', (_, text) => {
    const { diagnostics } = parseYaml({ path: 'x.yaml', text });
    expect(diagnostics).not.toEqual([]);
    expect(renderText(diagnostics)).not.toContain('\u202e');
  });
});

describe('the yaml package agrees', () => {
  const doubles = fc.double({
    min: Number.MIN_SAFE_INTEGER,
    max: Number.MAX_SAFE_INTEGER,
    noNaN: true,
  });
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'ab \n\t:#-?&*!|>\'"%@`{}[],~=<0123.e+xo_') }),
    fc.constantFrom('no', 'null', '~', '1:30', '0o17', '2026-01-01', '---', '...', '<<', '- a'),
  );
  const key = text.filter((written) => written !== '__proto__');
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      fc.boolean(),
      fc.constant(null),
      fc.integer(),
      doubles.map((number) => (number === 0 ? 0 : number)),
      fc.array(tie('json'), { maxLength: 5 }),
      fc.dictionary(key, tie('json'), { maxKeys: 5, noNullPrototype: true }),
    ),
  }));
  const options: fc.Arbitrary<ToStringOptions> = fc.record({
    indent: fc.integer({ min: 1, max: 8 }),
    indentSeq: fc.boolean(),
    collectionStyle: fc.constantFrom('any', 'block', 'flow'),
    defaultStringType: fc.constantFrom(
      'PLAIN',
      'QUOTE_DOUBLE',
      'QUOTE_SINGLE',
      'BLOCK_FOLDED',
      'BLOCK_LITERAL',
    ),
    flowCollectionPadding: fc.boolean(),
    lineWidth: fc.constantFrom(0, 20, 40, 80),
    blockQuote: fc.constantFrom<(boolean | 'folded' | 'literal')[]>(
      true,
      false,
      'folded',
      'literal',
    ),
    singleQuote: fc.constantFrom(true, false, null),
  });

  /** What the package itself reads, as JSON; null where its own output is no YAML to it. */
  function oracle(written: string): string | null {
    try {
      return JSON.stringify(parse(written, { version: '1.2', schema: 'core' }));
    } catch {
      return null;
    }
  }

  /** Refused on purpose: a line in a text that looks like an entry of a list, and stray quotes. */
  const isRefused = (written: string) =>
    problemsOf(written).some((problem) => /^yaml\/(?:joined-entry|stray-quote) /.test(problem));

  it('on what a generated document means', () => {
    fc.assert(
      fc.property(json, options, fc.boolean(), (value, style, isWindows) => {
        const written = stringify(value, { version: '1.2', schema: 'core', ...style });
        const given = isWindows ? written.replaceAll('\n', '\r\n') : written;
        fc.pre(!isRefused(given));
        const expected = oracle(given);
        if (expected === null) expect(problemsOf(given)).not.toEqual([]);
        else expect(JSON.stringify(readValue(given))).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('and in its usual style it means what was written', () => {
    fc.assert(
      fc.property(json, (value) => {
        const written = stringify(value, { version: '1.2', schema: 'core' });
        // A line of nothing but white space it writes in a way that it reads as empty itself.
        fc.pre(!isRefused(written) && oracle(written) === JSON.stringify(value));
        expect(JSON.stringify(readValue(written))).toBe(JSON.stringify(value));
      }),
      { numRuns: 500 },
    );
  });
});
