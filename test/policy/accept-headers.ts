import fc from 'fast-check';

/** A member of an Accept list as a client means it; `render` writes it down. */
export interface Range {
  /** In any mixture of cases. */
  readonly name: string;
  /** Each as written, `q` among them; empty for a semicolon with nothing after it. */
  readonly parameters: readonly string[];
}

/** What stands between names and parameters, taken in turn. */
export interface Layout {
  readonly spaces: readonly string[];
  readonly commas: readonly string[];
}

/** The ranges that can match each form, the most specific first. */
export const MATCHING = {
  json: ['application/json', 'application/*', '*/*'],
  csv: ['text/csv', 'text/*', '*/*'],
} as const;

export const PLAIN: Layout = { spaces: [''], commas: [', '] };

export function isWeight(parameterText: string): boolean {
  return /^q=/i.test(parameterText);
}

export function ask(name: string, ...parameters: string[]): Range {
  return { name, parameters };
}

export function render(ranges: readonly Range[], { spaces, commas } = PLAIN): string {
  let turn = 0;
  const next = (choices: readonly string[]) => choices[turn++ % choices.length] ?? '';
  const write = ({ name, parameters }: Range) =>
    [name, ...parameters].map((part) => next(spaces) + part + next(spaces)).join(';');
  return ranges.map((one, at) => (at === 0 ? '' : next(commas)) + write(one)).join('');
}

export function rangeLists(): fc.Arbitrary<Range[]> {
  // Names on offer often and the rest seldom, so that few headers are decided by nothing.
  const name = fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...MATCHING.json, ...MATCHING.csv) },
    { weight: 12, arbitrary: otherName() },
    { weight: 1, arbitrary: fc.constantFrom('*/csv', '*/json', '*/xml') },
  );
  return fc.array(range(name), { maxLength: 6 });
}

export function range(name: fc.Arbitrary<string>, weight = quality()): fc.Arbitrary<Range> {
  const cases = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.replace(/\b./g, (letter) => letter.toUpperCase()),
  );
  const few = fc.array(parameter(), { maxLength: 2 });
  const weights = fc.oneof(
    { weight: 20, arbitrary: fc.constant([]) },
    { weight: 30, arbitrary: fc.tuple(weight) },
    { weight: 1, arbitrary: fc.tuple(weight, weight) },
  );
  return fc
    .tuple(name, cases, few, weights, few)
    .map(([written, inCase, ...parameters]) => ask(inCase(written), ...parameters.flat()));
}

/** A quality as written, no less than a least one in thousandths. */
export function quality(least = 0): fc.Arbitrary<string> {
  const few = ['0', '0.', '0.00', '0.000', '0.5', '0.50', '0.500', '1', '1.', '1.000'];
  const tenths = fc.integer({ min: 1, max: 9 }).map((number) => `0.${number}`);
  const thousandths = fc.integer({ min: 1, max: 999 }).map((number) => (number / 1000).toFixed(3));
  // Few values mostly, so that ties are common.
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...few) },
    { weight: 1, arbitrary: tenths },
    { weight: 1, arbitrary: thousandths },
  );
  return fc
    .tuple(
      fc.constantFrom('q', 'Q'),
      value.filter((text) => Number(text) * 1000 >= least),
    )
    .map(([name, text]) => `${name}=${text}`);
}

/** Any parameter but a quality. */
export function parameter(): fc.Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom('charset', 'header', 'qs', '__proto__'), token());
  const value = fc.oneof(fc.constantFrom('present', 'utf-8', '0'), token(), quotedString());
  return fc.oneof(
    {
      weight: 40,
      arbitrary: fc
        .tuple(name, value)
        .map(([left, right]) => `${left}=${right}`)
        .filter((text) => !isWeight(text)),
    },
    { weight: 1, arbitrary: fc.constant('') },
  );
}

function quotedString(): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(',', ';', '=', '/', '*', ' ', '\t', 'é', "'", '{') },
    {
      weight: 10,
      arbitrary: fc.constantFrom('q=0', ';q=0', ', text/csv', ',application/json', ','),
    },
    { weight: 10, arbitrary: fc.constantFrom('\\\\', '\\,', '\\;', '\\a') },
    { weight: 1, arbitrary: fc.constant('\\"') },
  );
  return fc.array(piece, { maxLength: 6 }).map((pieces) => `"${pieces.join('')}"`);
}

export function otherName(): fc.Arbitrary<string> {
  const near = [
    'text/html',
    'text/csv-schema',
    'application/ld+json',
    'application/jso',
    'image/*',
  ];
  return fc.oneof(
    fc.constantFrom(...near, 'csv/text', 'json/*', 'x/json', 'xtext/csv', 'app/*'),
    fc.tuple(token(), token()).map(([type, subtype]) => `${type}/${subtype}`),
  );
}

/** Without asterisks, which are characters of a token, but would make wildcards by accident. */
export function token(): fc.Arbitrary<string> {
  const character = fc.constantFrom(..."!#$%&'+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzACQZ");
  return fc.array(character, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
}

export function layout(): fc.Arbitrary<Layout> {
  const several = (...choices: string[]) =>
    fc.array(fc.constantFrom(...choices), { minLength: 1, maxLength: 5 });
  return fc.record({
    spaces: several('', '', ' ', '\t', ' \t '),
    commas: several(',', ',', ', ', ',,', ' , ,\t,'),
  });
}

export function brokenMember(): fc.Arbitrary<string> {
  return fc.constantFrom(
    ...['*', 'text', 'text/', '/csv', 'text /csv', 'text/csv/x', 'text/csv application/json'],
    ...['text/csv;q=2', 'text/csv;q=0.1234', 'application/json;q=1.001', 'text/csv;q=.5'],
    ...['text/csv;q=', 'text/csv;q', 'application/json;q = 1', 'text/csv;q=high'],
    ...['text/csv;a', 'text/csv;a=', 'text/csv;=b', 'application/json;a="x"y', '"text/csv"'],
    ...['é/csv', '文', 'text/csv\0', '*;q=.2', '', 'text/html;a="text/csv, */*"b'],
  );
}

/** Text that no client means: ASCII, or any code units, halves of surrogate pairs among them. */
export function rubbish(): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xffff })), { maxLength: 40 })
    .map((units) => String.fromCharCode(...units));
}

/** Text that is nearly a header. */
export function soup(): fc.Arbitrary<string> {
  const piece = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('text/csv', 'application/json', '*/*', 'text/*', ';q=0.5', ';a=b'),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(',', ',', ';', '"', '\\', '=', '/', '*', ' ', '\t', '.'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('q', 'Q=', '0', '1', '.001', 'csv', 'é', '\u00a0', '\f', '"a,"'),
    },
  );
  return fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
}

/** As many header values as are wanted that a client can send, the same for the same seed. */
export function acceptHeaders(seed: number, count: number): readonly string[] {
  const rendered = fc
    .tuple(rangeLists(), layout())
    .map(([ranges, spread]) => render(ranges, spread));
  const broken = fc
    .array(
      fc.oneof(
        brokenMember(),
        rangeLists().map((ranges) => render(ranges)),
      ),
      { maxLength: 4 },
    )
    .map((members) => members.join(','));
  const header = fc
    .oneof({ weight: 5, arbitrary: rendered }, { weight: 2, arbitrary: broken }, soup())
    .map((text) => text.trim())
    .filter((text) => /^[\t\x20-\x7e]*$/.test(text));
  return fc.sample(header, { seed, numRuns: count });
}
