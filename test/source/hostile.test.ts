import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LARGEST_SOURCE } from '../../src/source/index.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { type Finished, runCli } from '../doors/run-cli.ts';
import { operator, type Sources, tiny } from '../doors/tiny-dataset.ts';

/** Guards against a hang; nothing here is a measurement. */
const UNTIL_IT_HANGS = 60_000;

/** A unit as often as a source may hold it. */
function fill(unit: string, before = '', after = ''): string {
  const room = LARGEST_SOURCE - Buffer.byteLength(before) - Buffer.byteLength(after);
  return before + unit.repeat(Math.floor(room / Buffer.byteLength(unit))) + after;
}

/** Lines made of their number, as many as a source may hold. */
function fillLines(line: (index: number) => string, before = '', after = ''): string {
  let text = before;
  for (let index = 0; ; index += 1) {
    const next = line(index);
    if (text.length + next.length + after.length > LARGEST_SOURCE) return text + after;
    text += next;
  }
}

/** An operator of which one list is something else. */
function withList(key: string, value: string): string {
  return operator(9, 'Cedar').replace(`${key}: []`, `${key}: ${value}`);
}

/** A text for each number, one after another. */
function countTo(end: number, text: (number: number) => string): string {
  return Array.from({ length: end }, (_, number) => text(number)).join('');
}

/** A generator of 32-bit numbers that gives the same ones in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function randomBytes(seed: number, alphabet: string | null = null): Buffer {
  const next = randomNumbers(seed);
  return Buffer.from(
    Array.from({ length: LARGEST_SOURCE }, () =>
      alphabet === null ? next() & 0xff : alphabet.charCodeAt(next() % alphabet.length),
    ),
  );
}

const LONG = 'x'.repeat(200_000);
const LAUGHS = Array.from({ length: 9 }, (_, level) => {
  const items = Array(9).fill(level === 0 ? 'lol' : `*l${level - 1}`);
  return `l${level}: &l${level} [${items.join(', ')}]\n`;
}).join('');

/** Each text by name, with one code that has to be reported for it. */
type Texts = Readonly<Record<string, readonly [code: string, text: string | Uint8Array]>>;

const groups: Readonly<Record<string, Texts>> = {
  'brackets and documents': {
    'open-brackets': ['yaml/too-deep', fill('[')],
    'pairs-of-braces': ['yaml/syntax', fill('{}')],
    commas: ['yaml/syntax', fill(',')],
    'brackets-around-text': ['field/type', fill('x', '[[[[', ']]]]')],
    directives: ['yaml/directive', fill('%a\n')],
    'many-documents': ['yaml/several-documents', fill('---\n')],
    ends: ['yaml/several-documents', fill('...\n')],
    'long-comment': ['source/empty', fill('x', '#')],
    'tabs-and-dashes': ['field/type', fill(`${'\t '.repeat(40)}\n- `)],
  },
  indicators: {
    dashes: ['yaml/too-deep', fill('- ')],
    'dashes-and-a-line': ['yaml/too-deep', fill('- ', '', '\nb: 1\n')],
    colons: ['yaml/too-deep', fill('a: ')],
    'anchors-in-a-row': ['yaml/syntax', fill('&a ')],
    stars: ['yaml/syntax', fill('*')],
    'long-tag': ['yaml/tag', fill('a', 'a: !', ' b')],
    'block-scalar-header': ['yaml/syntax', fill('x', 'a: |')],
    'deep-lines': ['yaml/too-deep', fillLines((depth) => `${' '.repeat(depth)}a:\n`)],
  },
  'quotes, keys and bytes': {
    'open-double-quote': ['yaml/syntax', fill('x', 'a: "')],
    'open-single-quote': ['yaml/syntax', fill('x\n ', "a: '")],
    'bad-escapes': ['yaml/syntax', fill('\\q', 'a: "', '"')],
    'late-bad-escape': ['yaml/syntax', fill('🦊', 'a: "', '\\q"')],
    'long-key': ['yaml/syntax', fill('k', '', ': 1\n')],
    'long-quoted-key': ['field/unknown', fill('k', '? "', '"\n: 1\n')],
    'keys-in-a-line': ['field/unknown', fillLines((index) => `k${index}: 0, `, '{', '}\n')],
    random: ['source/not-utf8', randomBytes(1)],
    'random-punctuation': ['yaml/syntax', randomBytes(2, '[]{}:,-?&*!|>\'"%#@` \nab01')],
    'random-letters': ['field/type', randomBytes(3, 'abc    ')],
    nul: ['source/control-character', fill('\0')],
    'carriage-returns': ['source/control-character', fill('\r')],
    'marks-of-byte-order': ['field/type', fill('\ufeff')],
    'late-bad-byte': [
      'source/not-utf8',
      Buffer.concat([Buffer.from('\ufffd'.repeat(80_000)), Buffer.of(0xff)]),
    ],
  },
  'values and aliases': {
    'infinities-in-a-line': ['yaml/number-not-finite', fill('.inf,', '[', ']')],
    'long-fraction': ['yaml/number-inexact', fill('0', 'id: 0.1', '1\n')],
    'long-exponent': ['yaml/number-not-finite', fill('9', 'id: 1e', '\n')],
    'long-whole': ['yaml/number-not-finite', fill('9', 'id: ', '\n')],
    'long-timestamp': ['field/missing', fill('1', 'updated_at: 2026-10-02T09:30:00.', 'Z\n')],
    'long-slug': ['field/unknown', fill('a-', 'slug: ', '\n')],
    'long-choice': ['field/choice', fill('none', 'kyc_level: ', '\n')],
    'long-address': ['field/url', fill('a.', 'sources: [{url: "ftp://', '"}]\n')],
    folded: ['field/unknown', fill('  x\n\n', 'a: >\n')],
    'billion-laughs': ['yaml/alias-bomb', LAUGHS],
    'a-long-text-often': [
      'yaml/alias-bomb',
      withList('pros', `\n- &a ${LONG}\n${'- *a\n'.repeat(9000)}`),
    ],
    'a-long-bad-text-often': [
      'yaml/alias-bomb',
      withList('pros', `\n- &a "=${LONG}"\n${'- *a\n'.repeat(9000)}`),
    ],
    anchors: ['yaml/unused-anchor', fillLines((index) => `- &a${index} 1\n`)],
  },
};

interface Reported {
  readonly file: string;
  readonly code: string;
  readonly message: string;
}

/** What the command line says of a folder with these operators; null when it comes to no end. */
async function validate(texts: Texts, format: string): Promise<Finished | null> {
  const folder = join(temporaryFolder(), 'data');
  const sources = Object.entries(texts).map(([name, [, text]]) => [`operators/${name}.yaml`, text]);
  writeFiles(folder, tiny(Object.fromEntries(sources) as Sources));
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, UNTIL_IT_HANGS, null);
  });
  const finished = runCli(['validate', '--all', '--data', folder, '--format', format]);
  return Promise.race([finished, hang]).finally(() => clearTimeout(timer));
}

// All at once: most of the time goes into few of the processes.
it(
  'texts made to break a parser are refused, each in one clear line',
  async () => {
    const runs = Object.entries(groups).map(async ([group, texts]) => {
      const finished = await validate(texts, 'json');
      expect.soft(finished?.err ?? 'no end', group).toMatch(/^Found [\d,]+ problems? in \S+\.\n$/);
      expect.soft(finished?.code, group).toBe(1);
      if (finished?.code !== 1) return;
      const { diagnostics } = JSON.parse(finished.out) as { diagnostics: Reported[] };
      for (const [name, [wanted]] of Object.entries(texts)) {
        const reported = diagnostics.filter(({ file }) => file.endsWith(`/${name}.yaml`));
        expect.soft([...new Set(reported.map(({ code }) => code))], name).toContain(wanted);
        const long = reported.find(({ message }) => message.length >= 1000);
        expect.soft(long?.message.length, `length of a message about ${name}`).toBeUndefined();
      }
    });
    await Promise.all(runs);
  },
  UNTIL_IT_HANGS + 10_000,
);

it(
  'fifty thousand problems on one line are reported in every format',
  async () => {
    const texts: Texts = { cedar: ['', fill('.inf,', '["🦊", ', ']')] };
    const runs = ['text', 'github'].map(async (format) => {
      const finished = await validate(texts, format);
      expect.soft(finished?.code, format).toBe(1);
      const times = finished?.out.split('yaml/number-not-finite').length ?? 0;
      expect.soft(times, format).toBeGreaterThan(50_000);
    });
    await Promise.all(runs);
  },
  UNTIL_IT_HANGS + 10_000,
);

const paidIn = (asset: string, network: number) =>
  `- { asset: ${asset}, network: N${network}, deposit: true, withdrawal: true }\n`;

it('texts that are only large are read', async () => {
  const folder = join(temporaryFolder(), 'data');
  const texts = [
    withList('pros', `\n- ${LONG}\n`),
    withList('pros', `[${countTo(37_000, (n) => `e${n.toString(36)}, `)}]`),
    withList('payment_options', `\n${countTo(999, (n) => paidIn(n === 0 ? '&a BTC' : '*a', n))}`),
    fill('# comment\n', operator(9, 'Cedar')),
    fill('\n', operator(9, 'Cedar')),
    withList('pros', `\n${countTo(20_000, (n) => `- A${n}\n`)}`).replaceAll('\n', '\r\n'),
  ].map((text, index) => [
    `operators/cedar-${index}.yaml`,
    text
      .replace('id: 9', `id: ${[1, 2, 4, 5, 6, 8][index]}`)
      .replace('name: Cedar', `name: Ceda${index}`),
  ]);
  writeFiles(folder, tiny(Object.fromEntries(texts) as Sources));
  const finished = await runCli(['validate', '--data', folder, '--format', 'text']);
  expect(finished).toMatchObject({ code: 0, out: '' });
});
