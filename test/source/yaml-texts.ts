import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { repository } from '../doors/repository.ts';

/** The operators and facts of the data folder and of a generated one, by name. */
export const realTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['operators', 'facts']
      .flatMap((folder) =>
        readdirSync(join(repository, 'data', folder)).map((name) => [folder, name]),
      )
      .map(([folder = '', name = '']) => [
        `data/${folder}/${name}`,
        readFileSync(join(repository, 'data', folder, name), 'utf8'),
      ]),
  ),
  ...Object.fromEntries(
    Object.entries(generateDataset(50)).map(([name, text]) => [`generated/${name}`, text]),
  ),
};

/** What a scalar may look like, with all that YAML takes for something else in one place or another. */
const LOOKS = [
  ...['', '~', 'null', 'Null', 'NULL', 'nULL', 'nul', 'nulls', 'none', 'true', 'True', 'TRUE'],
  ...['tRUE', 'false', 'False', 'FALSE', 'yes', 'no', 'No', 'NO', 'on', 'off', 'y', 'n', '=', '<<'],
  ...['0', '-0', '+0', '-0.0', '0.1', '1.10', '01', '-01', '007', '00.10', '+1', '-1', '1.', '.5'],
  ...[
    '-.5',
    '-1.',
    '1.5.2',
    '1e3',
    '1E3',
    '1e-3',
    '1.5e+3',
    '1e',
    '1e400',
    '-1e400',
    '0e0',
    '5e',
    '12x',
  ],
  ...[
    '0o17',
    '0o18',
    '0x1F',
    '0xG',
    '0b1',
    '0X1',
    '-0x1',
    '1_000',
    '1,000',
    '1 000',
    '5%',
    '3 euro',
  ],
  ...[
    '12345678901234567890',
    '9007199254740991',
    '9007199254740993',
    '123456789012345',
    '0.1234567890123',
  ],
  ...[
    '1234567890123456',
    '-12345678901234',
    '-123456789012345',
    '0.30000000000000004',
    '1.0000000000000000',
  ],
  ...[
    '000000000000000',
    '0000000000000000001',
    '.inf',
    '-.inf',
    '+.INF',
    '.nan',
    '.NaN',
    'Infinity',
    'NaN',
  ],
  ...[
    '2026-01-01',
    '2026-01-01T00:00:00Z',
    '2026-01-01 00:00:00',
    '1:30',
    '190:20:30',
    '-2',
    '- 2',
    '--1',
  ],
  ...[
    'a',
    'a b',
    'a  b',
    'TRC-20',
    'https://a.example/b?c=d#e',
    'a#b',
    'a #b',
    'a# b',
    'a:b',
    'a: b',
    'a :b',
  ],
  ...[
    'a:',
    ':a',
    ':',
    '::',
    'a::b',
    '-',
    '-a',
    '--',
    '---',
    '--- a',
    '...',
    '... a',
    '..',
    '?',
    '?a',
    '? a',
  ],
  ...[
    '!',
    '!a',
    '!!str a',
    '&',
    '&a',
    '&a b',
    '*',
    '*a',
    '|',
    '>',
    '|-',
    '|a',
    '>a',
    '%',
    '%a',
    '@a',
    '`a`',
  ],
  ...[
    '#',
    '#a',
    ',',
    ',a',
    'a,b',
    'a, b',
    'a,',
    '[',
    ']',
    '{',
    '}',
    '[a]',
    '{a}',
    'a[b]',
    'a]',
    'a}b',
    '[]a',
  ],
  ...[
    '"',
    "'",
    '"a',
    "'a",
    '"a"',
    "'a'",
    '"a" b',
    "'a' b",
    '"a"b',
    "''",
    '""',
    "'''",
    "''''",
    "'it''s'",
  ],
  ...[
    "it's",
    'a"b',
    '"a\\"b"',
    '"a\\nb"',
    '"a\\\\"',
    '"\\"',
    '"\\t"',
    '"\\/"',
    '"\\0"',
    '"\\x41"',
    '"\\u0041"',
  ],
  ...[
    '"\\ud83e\\udd8a"',
    '"\\e"',
    '"\\ "',
    '"\\_"',
    '"\\q"',
    '" a "',
    "' a '",
    "'a: b'",
    '"a # b"',
    "'a\\n'",
  ],
  ...[
    'é',
    'Żółw',
    '狐火ブック',
    '🦊',
    '№ 7',
    '\u00a0',
    '\u00a0a',
    'a\u00a0#b',
    'a\u2028b',
    '\u2029',
    'a\u0085b',
  ],
  ...[
    '\u0085',
    '\ufeff',
    'a\ufeffb',
    '\ufeffa',
    '\ud83e',
    'a\udd8ab',
    '\u007f',
    '\u009f',
    'a\0b',
    '\u001b',
    '\uffff',
  ],
  ...[
    'a\tb',
    '\ta',
    'a\t',
    'a \t#b',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '(a)',
    '$5',
    '/a',
  ],
  ...[
    ';',
    '^',
    '\\',
    '\\n',
    '+a',
    '.a',
    '_',
    '_a',
    'a-',
    'a_b',
    'a.b',
    'a?b',
    'a!b',
    'a&b',
    'a*b',
    'a|b',
    '>=',
  ],
] as const;

const word = fc.constantFrom(...'abc', 'id', 'fees', 'kyc_level', 'TRC-20', 'x1', '_y', 'no', 'on');
const look = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...LOOKS) },
  { weight: 4, arbitrary: word },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  {
    weight: 2,
    arbitrary: fc.string({ unit: fc.constantFrom(...'ab 01.-:#,[]{}\'"e+'), maxLength: 6 }),
  },
  { weight: 1, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.double({ noNaN: true }).map(String) },
);

/** A tree of what is written, before it is decided how. */
type Tree = string | readonly Tree[] | { readonly pairs: readonly (readonly [string, Tree])[] };

const key = fc.oneof({ weight: 9, arbitrary: word }, { weight: 1, arbitrary: look });
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    look,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc
      .array(fc.tuple(key, tie('tree')), { maxLength: 5 })
      .map((pairs) => ({ pairs: pairs as readonly (readonly [string, Tree])[] })),
  ),
}));

/** Decides for one in so many; numbers that run out begin again. */
type Choose = (outOf: number) => number;

function chooser(numbers: readonly number[]): Choose {
  let at = 0;
  return (outOf) => {
    at += 1;
    return ((numbers[at % numbers.length] ?? 0) + Math.floor(at / numbers.length)) % outOf;
  };
}

/** Values in every style: block, flow, indentless, compact, quoted, plain, commented, or nearly so. */
const rendered = fc
  .tuple(tree, fc.array(fc.nat(997), { minLength: 1, maxLength: 60 }))
  .map(([value, numbers]) => {
    const choose = chooser(numbers);
    const written = `${writeGap(choose)}${writeBlock(value, 0, choose)}`;
    return choose(6) === 0 ? written.replaceAll('\n', '\r\n') : written;
  });

function writeBlock(value: Tree, indent: number, choose: Choose): string {
  const margin = ' '.repeat(indent);
  if (isFlow(value, choose)) return `${margin}${writeFlow(value, choose)}${writeLineEnd(choose)}`;
  return `${margin}${writeEntries(value, indent, choose)}`;
}

/** A collection whose first line has its indentation already. */
function writeEntries(value: Exclude<Tree, string>, indent: number, choose: Choose): string {
  const margin = ' '.repeat(indent);
  const written =
    'pairs' in value
      ? value.pairs.map(([key, entry]) => `${key}:${writeEntry(entry, indent, 0, choose)}`)
      : value.map((entry) => `-${writeEntry(entry, indent, 1, choose)}`);
  const isOff = choose(30) === 0;
  return written.join(
    isOff ? ([`${margin} `, margin.slice(1), margin.slice(2)][choose(3)] ?? '') : margin,
  );
}

/** What follows a colon or a hyphen. */
function writeEntry(value: Tree, indent: number, hyphen: number, choose: Choose): string {
  if (isFlow(value, choose)) {
    const space = choose(30) === 0 ? '' : ' '.repeat(1 + (choose(5) === 0 ? choose(3) : 0));
    return `${space}${writeFlow(value, choose)}${writeLineEnd(choose)}`;
  }
  if (choose(hyphen === 1 ? 2 : 30) === 0) {
    const spaces = 1 + (choose(4) === 0 ? choose(3) : 0);
    return `${' '.repeat(spaces)}${writeEntries(value, indent + hyphen + spaces, choose)}`;
  }
  const deeper = choose(3) === 0 ? 0 : choose(8) === 0 ? 1 + choose(4) : 2;
  return `${writeLineEnd(choose)}${writeBlock(value, indent + deeper, choose)}`;
}

function isFlow(value: Tree, choose: Choose): value is string {
  if (typeof value === 'string') return true;
  const size = 'pairs' in value ? value.pairs.length : value.length;
  return size === 0 || choose(4) === 0;
}

function writeFlow(value: Tree, choose: Choose): string {
  if (typeof value === 'string') return writeScalar(value, choose);
  const pad = choose(2) === 0 ? '' : ' ';
  const comma = choose(10) === 0 ? ',' : ', ';
  const last = choose(15) === 0 ? `${pad},` : '';
  if (!('pairs' in value)) {
    return `[${pad}${value.map((entry) => writeFlow(entry, choose)).join(comma)}${last}${pad}]`;
  }
  const pairs = value.pairs.map(([key, entry]) => `${key}: ${writeFlow(entry, choose)}`);
  return `{${pad}${pairs.join(comma)}${last}${pad}}`;
}

function writeScalar(written: string, choose: Choose): string {
  switch (choose(6)) {
    case 0:
      return `'${written.replaceAll("'", "''")}'`;
    case 1:
      return JSON.stringify(written);
    default:
      return written;
  }
}

function writeLineEnd(choose: Choose): string {
  const end =
    ['', ' ', '  ', ' # c', '  #c: d', ' #', '#c', ' \t'][Math.max(0, choose(30) - 22)] ?? '';
  return `${end}\n${writeGap(choose)}`;
}

/** Blank lines and comments, indented as nobody would. */
function writeGap(choose: Choose): string {
  if (choose(6) > 0) return '';
  const line = ['', '# c', '#', '# a: b', '- # c', '\t', '#\ud7ff', '    '][
    choose(8) % (1 + choose(8))
  ];
  return `${' '.repeat(choose(7))}${line}\n${writeGap(choose)}`;
}

/** What hurts where it does not belong. */
const HOSTILE = [
  ...[
    ': ',
    ':',
    ' #',
    '#',
    '- ',
    '-',
    '? ',
    '&a ',
    '*a',
    '!!str ',
    '! ',
    '|',
    '>',
    '|-\n',
    '>-\n  ',
  ],
  ...[
    '\t',
    '\r\n',
    '\r',
    '\n',
    '\n\n',
    ' ',
    '  ',
    '\u2028',
    '\u0085',
    '\ufeff',
    '\0',
    '\u007f',
    '🦊',
  ],
  ...[
    '---',
    '---\n',
    '\n---\n',
    '...',
    '\n...\n',
    '%YAML 1.2\n',
    '<<: ',
    '<<',
    '__proto__: 1\n',
    ', ',
    ',',
  ],
  ...[
    '[',
    ']',
    '{',
    '}',
    '{}',
    '[]',
    '"',
    "'",
    '""',
    "''",
    '\\',
    '\\n',
    '`',
    '@',
    '%',
    '~',
    'null',
    'true: ',
  ],
  ...[
    '1: ',
    'a: ',
    'a:\n',
    '"a": ',
    '\n- ',
    '\n  - ',
    '\n# c\n',
    '\n  # c\n',
    '0x',
    '1e5',
    '.',
    '+',
    '\ud800',
  ],
] as const;

/** One change of a text: what is done, where, and with what. */
const mutation = fc.record({
  kind: fc.nat(9),
  at: fc.nat(),
  length: fc.nat(6),
  other: fc.nat(),
  token: fc.constantFrom<string>(...HOSTILE),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(text: string, { kind, at, length, other, token }: Mutation): string {
  const place = at % (text.length + 1);
  const lines = text.split('\n');
  const row = at % lines.length;
  const line = lines[row] ?? '';
  switch (kind) {
    case 0:
      return text.slice(0, place) + text.slice(place + 1 + length);
    case 1:
    case 2:
      return text.slice(0, place) + token + text.slice(place);
    case 3:
      return text.slice(0, place) + text.slice(place, place + 1 + length) + text.slice(place);
    case 4: {
      const [first = '', second = ''] = [text.charAt(place), text.charAt(place + 1)];
      return text.slice(0, place) + second + first + text.slice(place + 2);
    }
    case 5:
      return lines.toSpliced(row, 1).join('\n');
    case 6:
      return lines.toSpliced(other % lines.length, 0, line).join('\n');
    case 7:
      return lines.with(row, lines[other % lines.length] ?? '').join('\n');
    case 8:
      return lines.with(row, line.replace(/^ */, ' '.repeat(length))).join('\n');
    default:
      return lines.with(row, `${line.match(/^ */)?.[0]}${token}${line.trimStart()}`).join('\n');
  }
}

/** Some lines of a real text, since a fault needs few. */
const excerpt = fc
  .tuple(fc.constantFrom(...Object.values(realTexts)), fc.nat(), fc.integer({ min: 1, max: 12 }))
  .map(([text, start, size]) => {
    const lines = text.split('\n');
    const first = start % lines.length;
    return lines.slice(first, first + size).join('\n');
  });

const mutated = fc
  .tuple(
    fc.oneof(excerpt, rendered),
    fc.array(mutation, { minLength: 1, maxLength: 4 }),
    fc.boolean(),
  )
  .map(([text, mutations, isEnded]) => {
    const changed = mutations.reduce(mutate, text);
    return isEnded ? `${changed}\n` : changed;
  });

const soup = fc
  .array(
    fc.oneof(
      fc.constantFrom<string>(...HOSTILE),
      fc.constantFrom<string>(...LOOKS),
      fc.constantFrom(
        'a',
        'b',
        'a: ',
        'b:',
        '\n',
        '\n',
        '\n  ',
        '\n    ',
        ' ',
        '- ',
        '[',
        ']',
        ', ',
      ),
    ),
    { maxLength: 14 },
  )
  .map((tokens) => tokens.join(''));

/** Short sequences of the characters that have a meaning: nearly every small structure there is. */
const characters = fc.string({ unit: fc.constantFrom(...'aab1-:#[]{},\'" \n\n  '), maxLength: 16 });

export const yamlTexts = { rendered, mutated, soup, characters };
