import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COLOURFUL,
  type Diagnostic,
  type Finding,
  orderDiagnostics,
  renderGithub,
  renderJson,
  renderText,
} from '../../src/diagnostics/index.ts';

/** A finding about the first occurrence of some text in a file. */
function about(path: string, text: string, marked: string, finding: Finding): Diagnostic {
  const start = text.indexOf(marked);
  return { finding, place: { file: { path, text }, start, end: start + marked.length } };
}

const doubled: Finding = { code: 'yaml/duplicate-key', key: 'a', beginsEntry: false };

const anchor = 'id: 7\nnmae: Anchor\npros:\n  - Fast\nid: 8\n';
const inAnchor = (marked: string, finding: Finding) =>
  about('data/operators/anchor.yaml', anchor, marked, finding);

const several: readonly Diagnostic[] = [
  inAnchor('nmae', {
    code: 'field/unknown',
    key: 'nmae',
    near: 'name',
    known: ['id', 'name'],
    belongsTo: null,
  }),
  inAnchor('id', { code: 'field/missing', key: 'cons', hint: 'a list, or [] for none' }),
  inAnchor('id', { code: 'operator/duplicate-id', id: 7, first: 'data/operators/birch.yaml' }),
  inAnchor('id: 8', { code: 'yaml/duplicate-key', key: 'id', beginsEntry: false }),
  inAnchor('id', { code: 'field/missing', key: 'accepts_vpn', hint: null }),
  about('data/metrics.yaml', '', '', {
    code: 'source/missing-file',
    name: 'metrics.yaml',
    holds: 'the dictionary of metrics, a list',
  }),
  about('data/operators/Zürich.yaml', 'a: "\n  "\n', '"\n  "', {
    code: 'field/blank',
    key: '"a"',
    isNullable: false,
    blockSign: null,
  }),
];

describe('for people', () => {
  it('each problem says where, what and what next, with its line', () => {
    expect(renderText(several)).toBe(`\
data/metrics.yaml:1:1 error source/missing-file
  The data folder has no metrics.yaml
  Add metrics.yaml: it holds the dictionary of metrics, a list.

data/operators/Zürich.yaml:1:4 error field/blank
  "a" is blank text
    1 | a: "
      |    ^
  Write the text.

data/operators/anchor.yaml:1:1 error field/missing
  The field "accepts_vpn" is missing
    1 | id: 7
      | ^^
  Add accepts_vpn.

data/operators/anchor.yaml:1:1 error field/missing
  The field "cons" is missing
    1 | id: 7
      | ^^
  Add cons: a list, or [] for none.

data/operators/anchor.yaml:1:1 error operator/duplicate-id
  The id 7 already belongs to data/operators/birch.yaml
    1 | id: 7
      | ^^
  Give the newer operator an id that was never used.

data/operators/anchor.yaml:2:1 error field/unknown
  The field "nmae" is not known here
    1 | id: 7
    2 | nmae: Anchor
      | ^^^^
  Did you mean "name"?

data/operators/anchor.yaml:5:1 error yaml/duplicate-key
  The key "id" appears a second time
    4 |   - Fast
    5 | id: 8
      | ^^^^^
  Keep one of the two and delete the other.
`);
  });

  it('nothing to say is no text', () => {
    expect(renderText([])).toBe('');
  });

  it('colours change nothing but colours', () => {
    const coloured = renderText(several, COLOURFUL);
    expect(coloured).toContain('\u001b[31merror\u001b[39m');
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(renderText(several));
  });
});

describe('for tools', () => {
  it('is JSON, one record a problem', () => {
    const [, , , first, , last] = JSON.parse(renderJson(several)).diagnostics;
    expect(first).toEqual({
      code: 'field/missing',
      severity: 'error',
      file: 'data/operators/anchor.yaml',
      line: 1,
      column: 1,
      end_line: 1,
      end_column: 3,
      message: 'The field "cons" is missing',
      advice: 'Add cons: a list, or [] for none.',
    });
    expect(last).toMatchObject({ code: 'field/unknown', line: 2, column: 1, end_column: 5 });
  });

  it('counts, and says that there is nothing', () => {
    expect(JSON.parse(renderJson(several))).toMatchObject({ errors: several.length });
    expect(JSON.parse(renderJson([]))).toEqual({ errors: 0, diagnostics: [] });
  });
});

describe('for GitHub', () => {
  it('is one annotation a problem', () => {
    expect(renderGithub(several)).toBe(`\
::error file=data/metrics.yaml,line=1,endLine=1,col=1,endColumn=1,title=source/missing-file::data/metrics.yaml:1:1 The data folder has no metrics.yaml. Add metrics.yaml: it holds the dictionary of metrics, a list.
::error file=data/operators/Zürich.yaml,line=1,endLine=2,title=field/blank::data/operators/Zürich.yaml:1:4 "a" is blank text. Write the text.
::error file=data/operators/anchor.yaml,line=1,endLine=1,col=1,endColumn=3,title=field/missing::data/operators/anchor.yaml:1:1 The field "accepts_vpn" is missing. Add accepts_vpn.
::error file=data/operators/anchor.yaml,line=1,endLine=1,col=1,endColumn=3,title=field/missing::data/operators/anchor.yaml:1:1 The field "cons" is missing. Add cons: a list, or [] for none.
::error file=data/operators/anchor.yaml,line=1,endLine=1,col=1,endColumn=3,title=operator/duplicate-id::data/operators/anchor.yaml:1:1 The id 7 already belongs to data/operators/birch.yaml. Give the newer operator an id that was never used.
::error file=data/operators/anchor.yaml,line=2,endLine=2,col=1,endColumn=5,title=field/unknown::data/operators/anchor.yaml:2:1 The field "nmae" is not known here. Did you mean "name"?
::error file=data/operators/anchor.yaml,line=5,endLine=5,col=1,endColumn=6,title=yaml/duplicate-key::data/operators/anchor.yaml:5:1 The key "id" appears a second time. Keep one of the two and delete the other.
`);
    expect(renderGithub([])).toBe('');
  });

  it('has fifty annotations, and a line of the log for each other problem', () => {
    const many = Array.from({ length: 51 }, () => about('x.yaml', 'a', 'a', doubled));
    const last = about('y\n::error::.yaml', 'a', 'a', { ...doubled, key: '100% ##[add-mask]' });
    const lines = renderGithub([...many, last]).split('\n');
    expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(50);
    expect(lines.slice(50)).toEqual([
      'error yaml/duplicate-key x.yaml:1:1 The key "a" appears a second time. Keep one of the two and delete the other.',
      'error yaml/duplicate-key y ::error::.yaml:1:1 The key "100% ## [add-mask]" appears a second time. Keep one of the two and delete the other.',
      '',
    ]);
  });

  it.each([
    ['100%.yaml', '100%25.yaml'],
    ['a,b.yaml', 'a%2Cb.yaml'],
    ['a:b.yaml', 'a%3Ab.yaml'],
    ['a\nb\rc.yaml', 'a%0Ab%0Dc.yaml'],
    ['%2C.yaml', '%252C.yaml'],
    ['x.yaml::error ::y', 'x.yaml%3A%3Aerror %3A%3Ay'],
  ])('%j is escaped in a property', (path, escaped) => {
    const [line, ...rest] = renderGithub([about(path, 'a', 'a', doubled)]).split('\n');
    expect(line?.startsWith(`::error file=${escaped},line=1,`)).toBe(true);
    expect(rest).toEqual(['']);
  });

  it('a percent sign is escaped in the message, commas and colons are not', () => {
    const finding: Finding = {
      code: 'yaml/duplicate-key',
      key: '5%, or so: \r\n::error::x',
      beginsEntry: false,
    };
    const annotation = renderGithub([about('x.yaml', 'a', 'a', finding)]);
    expect(annotation).toContain('"5%25, or so: ');
    expect(annotation.split(/[\r\n]/)).toHaveLength(2);
  });
});

describe('the order', () => {
  it('is by file, place, code and words, whatever came first', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...several], { minLength: several.length }), (shuffled) => {
        expect(orderDiagnostics(shuffled)).toEqual(orderDiagnostics(several));
        expect(renderText(shuffled)).toBe(renderText(several));
        expect(renderJson(shuffled)).toBe(renderJson(several));
        expect(renderGithub(shuffled)).toBe(renderGithub(several));
      }),
      { numRuns: 50 },
    );
  });

  it('leaves the list it was given alone', () => {
    const given = Object.freeze([...several]);
    expect(orderDiagnostics(given)).not.toBe(given);
  });

  it('is by code unit: no locale has a say', () => {
    const paths = ['é.yaml', 'a.yaml', 'Z.yaml', 'a-b.yaml', 'a/b.yaml', 'a_b.yaml', '10.yaml'];
    const ordered = orderDiagnostics(paths.map((path) => about(path, '', '', doubled)));
    expect(ordered.map(({ place }) => place.file.path)).toEqual([...paths].sort());
  });
});

/** The last source line of a frame as it is shown, and the part of it that is underlined. */
function frameOf(diagnostic: Diagnostic): { shown: string; marked: string } {
  const rows = renderText([diagnostic]).split('\n').slice(2, -2);
  const [line = '', carets = ''] = rows.slice(-2);
  const gutter = carets.indexOf('|') + 2;
  const from = carets.indexOf('^');
  const characters = [...line];
  return {
    shown: characters.slice(gutter).join(''),
    marked: characters.slice(from, from + carets.length - from).join(''),
  };
}

describe('the code frame', () => {
  it.each<[string, string, string, string, string]>([
    ['plain text', 'name: Anchor', 'Anchor', 'name: Anchor', 'Anchor'],
    ['a tab before', 'a:\tb', 'b', 'a: b', 'b'],
    ['a tab within', 'a: "b\tc"', '"b\tc"', 'a: "b c"', '"b c"'],
    ['astral characters before', 'a: 🦊🦊 x', 'x', 'a: 🦊🦊 x', 'x'],
    ['astral characters within', 'a: 🦊🦊', '🦊🦊', 'a: 🦊🦊', '🦊🦊'],
    ['a control character before', 'a: \u001b[31m x', 'x', 'a: <U+001B>[31m x', 'x'],
    ['a control character within', 'a: x\u0007y', 'x\u0007y', 'a: x<U+0007>y', 'x<U+0007>y'],
    ['a control character alone', 'a: \0', '\0', 'a: <U+0000>', '<U+0000>'],
    ['a C1 control', 'a: \u009b31m', '\u009b31m', 'a: <U+009B>31m', '<U+009B>31m'],
    ['a change of direction', 'a: \u202ex', '\u202ex', 'a: <U+202E>x', '<U+202E>x'],
    ['an Arabic letter mark', 'a: \u061cx', '\u061cx', 'a: <U+061C>x', '<U+061C>x'],
    ['a zero-width space', 'a: x\u200by', 'x\u200by', 'a: x<U+200B>y', 'x<U+200B>y'],
    ['a word joiner', 'a: x\u2060y', 'x\u2060y', 'a: x<U+2060>y', 'x<U+2060>y'],
    ['a byte order mark', 'a: x\ufeffy', 'x\ufeffy', 'a: x<U+FEFF>y', 'x<U+FEFF>y'],
    ['CR LF', 'a: 1\r\nb: x\r\n', 'x', 'b: x', 'x'],
    ['more than one line', 'a: "x\n  y"', '"x\n  y"', 'a: "x', '"x'],
  ])('%s', (_, text, marked, shown, underlined) => {
    expect(frameOf(about('x.yaml', text, marked, doubled))).toEqual({ shown, marked: underlined });
  });

  it('shows a place at the very end', () => {
    const file = { path: 'x.yaml', text: 'a: [' };
    expect(renderText([{ finding: doubled, place: { file, start: 4, end: 5 } }])).toContain(
      '    1 | a: [\n      |     ^\n',
    );
  });

  it.each([0, 50, 99, 100, 101, 50_000, 99_990])(
    'crops a line of 100,000 characters around character %i',
    (offset) => {
      const text = `${'x'.repeat(offset)}TEN_LETTER${'y'.repeat(100_000 - offset)}`;
      const { shown, marked } = frameOf(about('x.yaml', text, 'TEN_LETTER', doubled));
      expect(marked).toBe('TEN_LETTER');
      expect(shown.length).toBeLessThan(120);
      expect(shown).toMatch(/^(…?x+)?TEN_LETTER(y+…?)?$/);
      expect(shown.startsWith('…') || shown.startsWith(text.slice(0, 20))).toBe(true);
      expect(shown.endsWith('…') || shown.endsWith(text.slice(-10))).toBe(true);
    },
  );

  it('crops a long line of astral characters between them', () => {
    const text = `${'🦊'.repeat(30_000)}x${'🦊'.repeat(30_000)}`;
    const { shown, marked } = frameOf(about('x.yaml', text, 'x', doubled));
    expect(marked).toBe('x');
    expect(shown).toMatch(/^…🦊+x🦊+…$/u);
  });

  it('crops what is underlined with the line', () => {
    const { shown, marked } = frameOf(about('x.yaml', 'x'.repeat(5000), 'x'.repeat(5000), doubled));
    expect(marked.length).toBeLessThanOrEqual(shown.length);
  });

  it('underlines what is meant in any text', () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab \t:"', 'é', '狐', '🦊', '\u0007') });
    fc.assert(
      fc.property(part, part, part, (before, marked, after) => {
        fc.pre(marked.trim() === marked && marked !== '');
        const text = before + marked + after;
        const place = { file: { path: 'x.yaml', text }, start: before.length, end: 0 };
        const frame = frameOf({
          finding: doubled,
          place: { ...place, end: place.start + marked.length },
        });
        expect(frame.marked).toBe(marked.replaceAll('\t', ' ').replaceAll('\u0007', '<U+0007>'));
      }),
    );
  });
});

describe('a terminal gets nothing to obey', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      ...'\0\u0007\b\u001b\u007f\u009b\u202e\u2066\u200b\ufeff[]31m;xé🦊\r\n\t',
    ),
    maxLength: 40,
  });
  const findings = (written: string): Finding[] => [
    { code: 'yaml/duplicate-key', key: written, beginsEntry: false },
    { code: 'yaml/tag', tag: written, isKnown: false },
    { code: 'yaml/directive', directive: written },
    { code: 'yaml/number-not-finite', written },
    { code: 'field/unknown', key: written, near: written, known: [], belongsTo: null },
    {
      code: 'field/csv-unsafe',
      key: '"name"',
      found: written,
      first: '"="',
      after: null,
      isNumber: false,
    },
    { code: 'source/link-outside', target: written },
    { code: 'source/broken-link', target: written, isCircle: false },
    { code: 'source/unexpected-file', near: written },
    { code: 'source/case-clash', other: written },
    {
      code: 'operator/file-name',
      found: written,
      problem: 'is odd',
      hasFacts: false,
      near: written,
    },
    { code: 'facts/no-operator', slug: written, isSlug: true, near: written },
  ];

  it.each([
    ['text', renderText],
    ['GitHub', renderGithub],
  ])('out of a source, in the report for %s', (_, render) => {
    fc.assert(
      fc.property(hostile, hostile, (text, written) => {
        const report = render(
          findings(written).map((finding) => about('x.yaml', text, text, finding)),
        );
        expect(report.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u200b\u202e\u2066\ufeff]/u);
      }),
    );
  });

  it('out of a file name: it is shown, on one line', () => {
    const path = 'data/operators/a\u001b[2J\nb\u202ec.yaml';
    const [first, second] = renderText([about(path, 'a', 'a', doubled)]).split('\n');
    expect(first).toMatch(/^data\/operators\/a.*b.*c\.yaml:1:1 error yaml\/duplicate-key$/);
    expect(first).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(second).toBe('  The key "a" appears a second time');
  });
});
