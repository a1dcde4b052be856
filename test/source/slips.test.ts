import { describe, expect, it } from 'vitest';
import { renderText } from '../../src/diagnostics/index.ts';
import { checkSources } from '../doors/check-sources.ts';
import { operator, tiny } from '../doors/tiny-dataset.ts';

const CLAIMS = [1, 2, 3]
  .map(
    (number) => `- claim_id: fee_usd_${number}
  metric: fee_usd
  value: ${number}
  evidence_url: https://anchor.example/fees
  observed_at: 2026-10-01T00:00:00Z
`,
  )
  .join('\n');

const OPERATOR = operator(7, 'Anchor').replace(
  /payment_options(?:.*\n)*cons: \[\]/,
  `payment_options:
  - { asset: USDT, network: TRC-20, deposit: true, withdrawal: true, note: null }
  - { asset: BTC, network: null, deposit: true, withdrawal: true, note: null }
fees:
  - type: deposit
    model: free
    note: Free of charge.
  - type: withdrawal
    model: network
    note: The fee of the day.
limits: []
pros:
  - Fast
  - Clear
cons:
  - No telephone support`,
);

const TEXTS = { 'facts/anchor.yaml': CLAIMS, 'operators/anchor.yaml': OPERATOR };
type Name = keyof typeof TEXTS;
type Slip = readonly [from: string, to: string];

/** What is said of a file with slips, one text for each finding: its place, and then its words. */
function reportOn(name: Name, ...slips: readonly Slip[]): string[] {
  let text = TEXTS[name];
  for (const [from, to] of slips) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  const { diagnostics } = checkSources(tiny({ [name]: text }));
  return diagnostics
    .filter(({ place }) => place.file.path === `data/${name}`)
    .map((diagnostic) => renderText([diagnostic]));
}

describe('one slip of a hand is one message', () => {
  const SECOND = '- claim_id: fee_usd_2';
  it.each<[string, string, string, string, RegExp]>([
    [
      'a tab for indentation',
      '  metric: fee_usd\n  value: 2',
      '\tmetric: fee_usd\n  value: 2',
      '8:1',
      /tab/,
    ],
    ['a tab after a space', '  value: 2', ' \tvalue: 2', '9:1', /tab/],
    ['a bracket too many', 'value: 2', 'value: 2\n  }', '10:3', /"}".*none is open/],
    ['no hyphen', SECOND, 'claim_id: fee_usd_2', '7:1', /list.*hyphen/],
    [
      'spaces for a hyphen',
      SECOND,
      '  claim_id: fee_usd_2',
      '7:3',
      /second time\n(?:.*\n)*.*Write a hyphen/,
    ],
    ['no space after a hyphen', SECOND, '-claim_id: fee_usd_2', '7:1', /hyphen and a space/],
    ['no space after the first hyphen', '- claim', '-claim', '1:1', /hyphen and a space/],
    ['a dash for the first hyphen', '- claim', '– claim', '1:1', /other than a hyphen/],
    ['two hyphens in a row', '- claim', '-- claim', '1:1', /other than a hyphen/],
    ['a no-break space after the first hyphen', '- claim', '-\u00a0claim', '1:1', /other than/],
    ['no space after a colon', 'value: 2', 'value:2', '9:3', /space.*colon/],
    ['no space after the last colon', 'at: 2026', 'at:2026', '5:3', /space.*after the colon/],
    ['a no-break space after a colon', ': 2\n', ':\u00a02\n', '9:3', /looks like a space/],
    ['a no-break space after the last colon', 'at: ', 'at:\u00a0', '5:3', /looks like a space/],
    ['a no-break space that indents', '  value: 2', ' \u00a0value: 2', '9:1', /indented by looks/],
    ['a no-break space before a hyphen', SECOND, `\u00a0${SECOND}`, '7:1', /indented by looks/],
    ['a word in asterisks', 'value: 2', 'value: *two*', '9:10', /quotes around text that starts/],
    ['an exclamation mark before a number', 'value: 2', 'value: ! 2', '9:10', /tag "!"/],
    ['an open quote', 'https://anchor', '"https://anchor', '4:17', /quote is not closed/],
    [
      'a line too far left',
      '  value: 2',
      ' value: 2',
      '9:2',
      /key is in column 2, and the first one, on line 7, is in column 3 \(move the line 1 column to the right/,
    ],
    ['a line on the left edge', '  value: 2', 'value: 2', '9:1', /line 2 columns to the right/],
    ['a line too far right', '  value: 2', '   value: 2', '9:4', /line 1 column to the left/],
    ['a line far too far right', '  value: 2', '     value: 2', '9:6', /3 columns to the left/],
    [
      'an entry too far right',
      SECOND,
      ` ${SECOND}`,
      '7:2',
      /entry of a list is in column 2, and the first one, on line 1, is in column 1 \(move the line 1 column to the left/,
    ],
    [
      'the first line too far right',
      '- claim',
      ' - claim',
      '1:4',
      /key is in column 4, and those after it are in column 3 \(move the line 1 column to the left/,
    ],
    [
      'a space too many after a hyphen',
      SECOND,
      SECOND.replace(' ', '  '),
      '7:4',
      /those after it are in column 3 \(move the key 1 column to the left/,
    ],
    ['two hyphens', SECOND, `- ${SECOND}`, '8:1', /list.*indented/],
    ['a point of Markdown', SECOND, `* The fees\n${SECOND}`, '7:1', /hyphen/],
    ['a paragraph', SECOND, `The fees\n${SECOND}`, '7:1', /list/],
    ['an arrow', SECOND, `>>>>>>>> The fees\n${SECOND}`, '7:10', /no list and no map/],
    ['a fence', SECOND, `\`\`\`\n${SECOND}`, '7:1', /list/],
    ['no first line', `${SECOND}\n`, '', '7:3', /second time/],
    ['an empty list above', '- claim', '[]\n- claim', '1:1', /all that the file holds/],
    ['a title above', '- claim', 'Fees\n# Of 2026\n- claim', '1:1', /all that the file holds/],
    ['a fence above', '- claim', '```yaml\n# Of 2026\n- claim', '1:1', /all that the file holds/],
    ['the first entry too far right', '- claim', '  - claim', '1:3', /left edge/],
  ])('in a list of claims: %s', (_, from, to, place, words) => {
    const reports = reportOn('facts/anchor.yaml', [from, to]);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain(`data/facts/anchor.yaml:${place} error`);
    expect(reports[0]).toMatch(words);
  });

  const WITHDRAWAL = '  - type: withdrawal\n    model';
  it.each<[string, string, string, string, RegExp]>([
    ['a tab for indentation', '    model: free', '\tmodel: free', '13:1', /tab/],
    ['a closing brace too many', 'null }\n', 'null }}\n', '9:82', /"}".*none is open/],
    ['a closing bracket too many', 'null }\n', 'null }]\n', '9:82', /"]".*none is open/],
    ['no closing brace', 'note: null }\n', 'note: null\n', '9:5', /bracket is not closed/],
    ['no opening brace', '- { asset: BTC', '- asset: BTC', '10:12', /bracket.*not opened/],
    [
      'no closing bracket',
      '\n  - Fast\n  - Clear',
      ' [Fast, Clear',
      '19:7',
      /bracket is not closed/,
    ],
    [
      'an open quote before a list on the left edge',
      ':\n  - Fast\n  - Clear',
      ': "\n- Fast\n- Clear',
      '19:7',
      /quote is not closed/,
    ],
    ['the first line too far right', 'id: 7', ' id: 7', '1:2', /left edge/],
    ['no comma', 'null, deposit', 'null deposit', '10:28', /comma/],
    ['no hyphen', WITHDRAWAL, '  type: withdrawal\n    model', '15:1', /indentation/],
    [
      'spaces for a hyphen',
      WITHDRAWAL,
      '    type: withdrawal\n    model',
      '15:5',
      /Write a hyphen/,
    ],
    ['no hyphen before text', '- Clear', 'Clear', '21:1', /hyphen/],
    ['no space after a hyphen', '- Clear', '-Clear', '21:3', /space.*after the hyphen/],
    [
      'no space after a hyphen on the left edge',
      '  - Fast\n  - Clear',
      '- Fast\n-Clear',
      '21:1',
      /space.*after the hyphen/,
    ],
    [
      'no space after the last hyphen on the left edge',
      '  - Fast\n  - Clear\ncons:\n  - No telephone support',
      '- Fast\n-Clear',
      '21:1',
      /space.*after the hyphen/,
    ],
    [
      'no space after a hyphen below a blank line',
      '  - Clear',
      '\n  -Clear',
      '22:3',
      /space.*after the hyphen/,
    ],
    [
      'no space after a hyphen below blank lines of Windows',
      '  - Clear',
      '\r\n \r\n  -Clear',
      '23:3',
      /space.*after the hyphen/,
    ],
    [
      'an entry too far left below a blank line',
      '  - type: withdrawal',
      '\n - type: withdrawal',
      '16:2',
      /the first one, on line 12, is in column 3 \(move the line 1 column to the right/,
    ],
    [
      'a key too far right below a blank line',
      'cons:',
      '\n cons:',
      '23:2',
      /line 1 column to the left/,
    ],
    [
      'text too far right',
      '  - Clear',
      '   - Clear',
      '21:4',
      /is in column 4, and the first one, on line 20, is in column 3\n(?:.*\n)*.*Move the line 1 column to the left/,
    ],
    ['text too far left', '  - Clear', ' - Clear', '21:2', /line 1 column to the right/],
    ['text before another too far left', '  - Fast', ' - Fast', '21:3', /1 column to the left/],
    [
      'text before several others too far left',
      '  - Fast',
      ' - Fast\n  - Fair',
      '20:2',
      /is in column 2, and those after it are in column 3\n(?:.*\n)*.*Move the line 1 column to the right/,
    ],
    ['no space after the first hyphen', '- type', '-type', '12:3', /space.*after the hyphen/],
    ['spaces for the first hyphen', '- type', '  type', '15:1', /one of them has no hyphen/],
    ['a dash for a hyphen', WITHDRAWAL, WITHDRAWAL.replace('-', '–'), '15:3', /other than a hyp/],
    ['a no-break space after a hyphen', '- Clear', '-\u00a0Clear', '21:3', /other than a hyphen/],
    [
      'no space after a hyphen on the left edge before one that has it',
      '  - Fast\n  - Clear\n',
      '-Fast\n- Clear\n',
      '20:1',
      /space.*after the hyphen/,
    ],
    [
      'a dash for the last hyphen on the left edge',
      '  - Fast\n  - Clear\n',
      '- Fast\n– Clear\n',
      '21:1',
      /other than a hyphen/,
    ],
    ['a point for a hyphen', '- Clear', '• Clear', '21:1', /hyphen and space/],
    ['a hyphen before the first key', 'id: 7', '# 2026\n- id: 7', '2:1', /delete the hyphen/],
    ['a hyphen before a key', 'name: ', '- name: ', '2:1', /delete the hyphen/],
    ['a number sign in text', '- Clear', '- Ranked #1', '21:12', /read as "Ranked"/],
    [
      'a number sign in text over two lines',
      '- Clear',
      '- Ranked #1\n    for clarity',
      '21:12',
      /read as "Ranked"/,
    ],
    [
      'an ampersand before text',
      '- Clear',
      '- &Clear and fast',
      '21:5',
      /"&Clear" is read as a label/,
    ],
    ['an at sign before text', '- Clear', '- @support', '21:5', /start with "@"\n/],
    ['a percent sign before text', '- Clear', '- %support', '21:5', /"%" unless it is quoted/],
    ['text beside its sign', 'Free of charge', '| Free of charge', '14:13', /on the next line/],
    ['an entry beside its sign', '- Clear', '- | Clear', '21:7', /on the next line/],
    [
      'semicolons for commas',
      'BTC, network: null, dep',
      'BTC; network: null; dep',
      '10:28',
      /comma/,
    ],
    [
      'no comma after a tab',
      '{ asset: BTC, network',
      '{\n      \tasset: BTC network',
      '11:15',
      /comma/,
    ],
    ['no colon', 'accepts_vpn: true', 'accepts_vpn true', '5:1', /colon/],
    ['an address on the left edge', 'cons:', 'https://a.example\ncons:', '22:1', /no colon after/],
    ['no colon after the key of a list', 'fees:\n', 'fees\n', '11:1', /colon/],
    ['an entry too far left', WITHDRAWAL, WITHDRAWAL.replace('  -', ' -'), '15:2', /column 3 \(/],
    ['a line too far left', '    model: network', '   model: network', '16:4', /column 5 \(/],
    ['a line far too far left', '    model: network', '  model: network', '16:3', /column 5 \(/],
    ['a question mark for nothing', 'Free of charge.', '?', '14:11', /sign "\?", not text/],
    ['a question mark before text', 'Free', '? Free', '14:11', /cannot be "\?".*quotes/],
    ['a question mark in braces', 'BTC, network: null', 'BTC, network: ?', '10:28', /sign "\?"/],
    ['a hyphen for nothing', 'Free of charge.', '-', '14:11', /sign "-", not text/],
    ['a hyphen for nothing in braces', 'network: null', 'network: -', '10:28', /sign "-"/],
    ['an apostrophe in single quotes', 'Anchor', "'Birch's Bets'", '2:14', /is written twice/],
    ['a list on the line of its key', ':\n  - Fast', ': - Fast', '19:7', /list starts/],
    ['a second colon', 'note: The fee', 'note: Note: the fee', '17:11', /quote/],
    ['emphasis of Markdown', '- No telephone', '- **No** telephone', '23:12', /quote/],
    [
      'a link of Markdown',
      '- No telephone',
      '- [No](https://a.example) telephone',
      '23:9',
      /quote/,
    ],
    ['a list of Markdown', '- No telephone', '* No telephone', '23:3', /hyphen/],
    ['a heading of Markdown', 'cons:\n', 'Cons\n====\ncons:\n', '22:1', /colon/],
  ])('in an operator: %s', (_, from, to, place, words) => {
    const reports = reportOn('operators/anchor.yaml', [from, to]);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain(`data/operators/anchor.yaml:${place} error`);
    expect(reports[0]).toMatch(words);
  });

  it('an entry that was read as part of the one before is missed by no other', () => {
    const superseded: Slip = ['value: 1\n', 'value: 1\n  superseded_by: fee_usd_2\n'];
    expect(
      reportOn('facts/anchor.yaml', superseded, [SECOND, '  claim_id: fee_usd_2']),
    ).toHaveLength(1);
  });

  it('tabs on every line', () => {
    const lines = CLAIMS.split('\n').filter((line) => line.startsWith('  '));
    const slips = lines.map((line): Slip => [line, line.replace('  ', '\t')]);
    expect(reportOn('facts/anchor.yaml', ...slips)).toHaveLength(1);
  });
});

describe('slips in several entries are said in one run', () => {
  it.each<[Name, readonly Slip[], readonly string[]]>([
    [
      'facts/anchor.yaml',
      [
        ['value: 1', 'value:1'],
        ['  value: 3', ' value: 3'],
      ],
      ['3:3', '15:2'],
    ],
    [
      'facts/anchor.yaml',
      [
        ['- claim_id', 'claim_id'],
        ['value: 2', 'value: [2'],
      ],
      ['1:11', '9:10'],
    ],
    [
      'facts/anchor.yaml',
      [
        ['value: 1', 'value:1'],
        ['value: 2', 'value: [2'],
        ['  value: 3', 'value: 3'],
      ],
      ['3:3', '9:10', '15:1'],
    ],
    [
      'facts/anchor.yaml',
      [
        ['value: 1', 'value: "\\q"'],
        ['- claim_id: fee_usd_2', 'claim_id: fee_usd_2'],
      ],
      ['3:11', '7:1'],
    ],
    [
      'operators/anchor.yaml',
      [
        ['name: ', 'name: "'],
        ['free', 'free: of'],
      ],
      ['2:7', '13:12'],
    ],
    [
      'operators/anchor.yaml',
      [
        ['true', '[true'],
        ['- Clear', 'Clear'],
        ['- No', '- @No'],
      ],
      ['5:14', '21:1', '23:5'],
    ],
  ])('%s: %j', (name, slips, places) => {
    const reports = reportOn(name, ...slips);
    expect(reports.map((report) => report.split(' ')[0])).toEqual(
      places.map((place) => `data/${name}:${place}`),
    );
  });

  it.each([
    ['escapes', '"a\\qb"', '"a\\pb"', 7, 'yaml/syntax'],
    ['tags', '!new a', '!old b', 5, 'yaml/tag'],
  ])('and in one entry, where the rest can be read: %s', (_, first, second, column, code) => {
    const reports = reportOn('operators/anchor.yaml', ['Fast', first], ['Clear', second]);
    expect(reports.map((report) => report.split('\n')[0])).toEqual([
      `data/operators/anchor.yaml:20:${column} error ${code}`,
      `data/operators/anchor.yaml:21:${column} error ${code}`,
    ]);
  });
});

describe('a merge conflict is called one', () => {
  const sides = (ours: string, theirs: string) =>
    `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> fees\n`;
  it.each<[string, Name, readonly Slip[], readonly string[]]>([
    [
      'in a claim',
      'facts/anchor.yaml',
      [['  value: 2\n', sides('  value: 2\n', '  value: 4\n')]],
      ['9:1'],
    ],
    [
      'about a claim',
      'facts/anchor.yaml',
      [['- claim_id: fee_usd_2\n', sides('', '- claim_id: fee_usd_2\n')]],
      ['7:1'],
    ],
    [
      'with its ancestor',
      'operators/anchor.yaml',
      [['id: 7\n', sides('id: 7\n||||||| base\nid: 6\n', 'id: 8\n')]],
      ['1:1'],
    ],
    [
      'of which the beginning is gone',
      'operators/anchor.yaml',
      [['  - Fast\n', '  - Fast\n>>>>>>> fees\n']],
      ['21:1'],
    ],
    [
      'of which only the middle is left',
      'operators/anchor.yaml',
      [['  - Fast\n', '  - Fast\n=======\n  - Free\n']],
      ['21:1'],
    ],
    [
      'twice',
      'operators/anchor.yaml',
      [
        ['id: 7\n', sides('id: 7\n', '')],
        ['  - Fast\n', sides('  - Fast\n', '')],
      ],
      ['1:1', '23:1'],
    ],
  ])('%s', (_, name, slips, places) => {
    const reports = reportOn(name, ...slips);
    expect(reports.map((report) => report.split('\n')[0])).toEqual(
      places.map((place) => `data/${name}:${place} error yaml/merge-conflict`),
    );
  });

  it('not in text that only looks like one', () => {
    const text = '>-\n      <<<<<<< HEAD\n      >>>>>>> fees';
    expect(reportOn('operators/anchor.yaml', ['Free of charge.', text])).toEqual([]);
  });
});
