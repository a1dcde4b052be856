import { describe, expect, it } from 'vitest';
import { reportOn } from '../doors/check-sources.ts';
import { change, inAnchor } from '../doors/tiny-dataset.ts';

describe('broken YAML is explained without the words of a parser', () => {
  it.each([
    'pros: [a, b]]\n',
    'pros: ]\n',
    'pros: }\n',
    ']\n',
    '}\n',
    ',\n',
    '[\n',
    '{\n',
    'pros: [a] b\n',
    'pros: [a,, b]\n',
    'pros: [, a]\n',
    'pros: {a: b c: d}\n',
    'pros: {a: [}\n',
    'pros:\n- a: b\n c: d\n',
    'pros:\n- a\n  b: c\n',
    'pros:\n  - a\n c: d\n',
    'name: - a\n',
    'name: ? a\n',
    'name: |x\n  a\n',
    'name: A\n- b\n',
    '- a\nb: 1\n',
    '--- a: b\n',
    'a: b\n c\n: d\n',
    'a: !\n  - !\n b\n',
    'a: &x !!str &y z\n',
    'a: {? b\n',
    "a: 'it's'\n",
    'id: 7\n<<<<<<< HEAD\nname: A\n=======\nname: B\n>>>>>>> b\n',
  ])('%j', (text) => {
    const report = reportOn({ 'operators/anchor.yaml': text });
    expect(report).not.toBe('');
    expect(report).not.toMatch(
      /token|scalar|flow|stream|node|indicator|implicit|-ind\b|-end\b|collection/i,
    );
  });
});

describe('broken YAML is explained as what it is', () => {
  it.each<[string, string, string, RegExp]>([
    ['a colon without a space', 'id: 7\nname:Anchor\nkyc_level: none\n', '2:1', /colon|space/],
    ['a line without a colon', 'id: 7\nname Anchor\nkyc_level: none\n', '2:1', /colon/],
    ['a hyphen before a key with a list', '- pros:\n  - a\n\ncons:\n  - b\n', '1:1', /delete/],
    [
      'a list of which a line is on the left edge',
      '- id: 7\nname: A\n- id: 8\n',
      '2:1',
      /column 3/,
    ],
    ['a list with a paragraph', '- id: 7\nThe rest\n', '2:1', /list/],
    ['a line that is indented too far', 'id: 7\n  name: Anchor\n', '2:3', /column 1/],
    ['entries that are not in line', 'pros:\n - a\n- b\n', '3:1', /column 2/],
    ['a comma at the start', ', a\n', '1:1', /","|comma/],
    ['an unclosed bracket', 'pros: [Fast\ncons: []\n', '1:7', /bracket/],
    ['an unclosed double quote', 'id: 7\nname: "Anchor\npros: []\ncons: []\n', '2:7', /quote/],
    ['an unclosed single quote', "id: 7\nname: 'Anchor\npros: []\ncons: []\n", '2:7', /quote/],
    ['an apostrophe in single quotes', "id: 7\nname: 'Ann's'\n", '2:12', /quote|apostrophe/],
  ])('%s', (_, text, place, words) => {
    const report = reportOn({ 'operators/anchor.yaml': text });
    const [first, headline] = report.split('\n');
    expect(first).toBe(`data/operators/anchor.yaml:${place} error yaml/syntax`);
    expect(headline).toMatch(words);
  });

  it('a core tag that does not fit its value is not called unknown', () => {
    expect(reportOn(inAnchor('id: 7', 'id: !!int seven'))).not.toContain('"!!int" is not known');
  });
});

it('a remark above a key that stands too far left is not what is blamed', () => {
  const contact = 'contact:\n    name: Desk\n  # By mail.\n  email: desk@tiny.example';
  const report = reportOn(
    change('service.yaml', 'contact: { name: Desk, email: desk@tiny.example }', contact),
  );
  expect(report).toContain('data/service.yaml:7:3 error yaml/syntax');
  expect(report).toContain('this key is in column 3, and the first one, on line 5, is in column 5');
});
