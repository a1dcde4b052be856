import { describe, expect, it } from 'vitest';
import { checkSources, codesOf, reportOn } from '../doors/check-sources.ts';
import {
  change,
  FEE,
  inAnchor,
  inCategories,
  inClaim,
  LIMIT,
  type Sources,
  TINY,
  tiny,
} from '../doors/tiny-dataset.ts';

describe('a comma in text inside braces', () => {
  const inRetraction = (fields: string) =>
    inClaim('value: 1.5', `value: 1.5\n  retracted: { at: 2026-10-02T00:00:00Z, ${fields} }`);
  const inFee = (fields: string) => inAnchor('fees: []', `fees: [${FEE.replace(' }', fields)} }]`);

  it.each<[string, Sources, string]>([
    ['before a word', inRetraction('reason: Wrong page, misread'), '4:62 "misread"'],
    ['before several', inRetraction('reason: Wrong page, by far off'), '4:62 "by far off"'],
    ['twice', inRetraction('reason: Wrong page, misread, and late'), '4:62 "misread"'],
    ['before another field', inFee(', note: By hand, slow, network: X'), '9:79 "slow"'],
    ['before a line break', inRetraction('reason: Wrong page,\n    misread'), '5:5 "misread"'],
  ])('is what ended it: %s', (_, changes, where) => {
    const [place, key] = where.split(/ (?=")/);
    const [first, headline] = reportOn(changes).split('\n');
    expect(first).toMatch(new RegExp(`:${place} error field/comma$`));
    expect(headline).toBe(`  A comma ends the text before ${key}`);
    expect(codesOf(tiny(changes))).toHaveLength(1);
  });

  it('is said of each text', () => {
    const codes = codesOf(tiny(inFee(', note: By hand, slow, network: X, or Y')));
    expect(codes).toEqual(Array(2).fill('field/comma operators/anchor.yaml'));
  });

  it.each<[string, Sources]>([
    ['a key with a colon', inRetraction('reason: Wrong page, misread:')],
    ['a key with a null', inRetraction('reason: Wrong page, misread: null')],
    [
      'a key after a number',
      inAnchor('limits: []', `limits: [${LIMIT.replace('USD', '5, daily')}]`),
    ],
    [
      'a misspelt key',
      inAnchor('fees: []', `fees: [${FEE.replace(', currency: USD', ', curency')}]`),
    ],
    [
      'a key of an alias',
      inAnchor(
        'fees: []',
        `fees: [&fee ${FEE.replace(' }', ', note: By hand, slow: null }')}, *fee]`,
      ),
    ],
    ['a key after a question mark', inRetraction('reason: Wrong page, ? misread')],
  ])('is not what is blamed for %s', (_, changes) => {
    const text = reportOn(changes);
    expect(text).toContain('field/unknown');
    expect(text).not.toContain('A comma');
  });

  it('and is text in quotes', () => {
    expect(codesOf(tiny(inRetraction('reason: "Wrong page, misread"')))).toEqual([]);
  });
});

describe('what cannot be seen', () => {
  it('is shown where it stands', () => {
    const text = reportOn(inAnchor('accepts_vpn: ', 'accepts_vpn:\u00a0'));
    expect(text).toContain('accepts_vpn:<U+00A0>');
  });

  it('is said to be no indentation, at the end of a block', () => {
    const entry = `limits:\n  - type: stake_min\n\u00a0\u00a0\u00a0\u00a0amount: 5\n`;
    expect(reportOn(inAnchor('limits: []\n', entry))).toContain(
      'what this line is indented by looks like spaces, but is another character',
    );
  });

  it.each(['>2', '|', '>-'])('is said to be a block of text that has nothing in it: %s', (text) => {
    expect(reportOn(inAnchor('name: Anchor', `name: ${text}`))).toContain(
      `Write the text. Here, ${text} starts a block of text, and the block is empty; put quotes around it if it is the text.`,
    );
  });

  it.each([
    ['kyc_level: none', 'kyc_level', 'which is not one of its values'],
    ['accepts_vpn: true', 'accepts_vpn', 'not true or false'],
  ])('is said to be such a block in place of %s', (field, key, rest) => {
    expect(reportOn(inAnchor(field, `${key}: >2`))).toContain(
      `"${key}" is an empty block of text (>2 begins one), ${rest}`,
    );
  });

  it('is no name', () => {
    const sources = inAnchor('name: Anchor', 'name: "\\u200b"');
    expect(codesOf(tiny(sources))).toEqual(['field/blank operators/anchor.yaml']);
  });

  it.each([
    ['ends with a line break', '|\n  Anchor'],
    ['ends with a line break', '>\n  Anchor'],
    ['begins with a line break', '|-\n\n  Anchor'],
    ['begins with a line break', '"\\nAnchor"'],
    ['ends with a space', '"Anchor "'],
    ['begins with a space', '" Anchor"'],
    ['ends with a space', '"Anchor\\u00a0"'],
    ['ends with a tab', '"Anchor\\t"'],
  ])('is no part of a name that %s: %j', (said, name) => {
    const sources = inAnchor('name: Anchor', `name: ${name}`);
    expect(codesOf(tiny(sources))).toEqual(['field/outer-space operators/anchor.yaml']);
    expect(reportOn(sources)).toContain(`"name" ${said}\n`);
  });

  it.each(['|-\n  Anchor', '>-\n  Anchor', 'Anchor  '])('is no part of a text: %j', (name) => {
    expect(codesOf(tiny(inAnchor('name: Anchor', `name: ${name}`)))).toEqual([]);
  });

  it('is said with the form to copy where an address is no URI', () => {
    const text = reportOn(inClaim('https://anchor.example/fees', '"https://anchor.example/<b>"'));
    expect(text).toContain('an address has the character < only percent-encoded');
    expect(text).toContain('Write "https://anchor.example/%3Cb%3E".');
  });

  it('is said with the separator before a formula', () => {
    const text = reportOn(inAnchor('name: Anchor', 'name: "Anchor;=1+1;x"'));
    expect(text).toContain('a spreadsheet that splits cells at ";" could run the text from "=" on');
  });

  it('stands in no condition of a ranking', () => {
    const sources = inCategories('where: {}', 'where: { license_jurisdiction: "Malta;=1+1" }');
    expect(codesOf(tiny(sources))).toEqual(['field/csv-unsafe categories.yaml']);
  });

  it.each([
    ['a soft hyphen', '\\u00ad'],
    ['a zero-width space', '\\u200b'],
    ['a reversal of direction', '\\u202e'],
    ['a word joiner', '\\u2060'],
    ['an isolate', '\\u2066'],
    ['a byte order mark', '\\ufeff'],
    ['a letter of a tag', '\\U000e0041'],
    ['a line break of old', '\\u0085'],
    ['a line separator', '\\u2028'],
    ['a paragraph separator', '\\u2029'],
    ['what stands for a lost character', '\\ufffd', 'field/lost-character'],
  ])('stands in no text: %s', (_, character, code = 'field/invisible') => {
    const name = inAnchor('name: Anchor', `name: "An${character}chor"`);
    expect(codesOf(tiny(name))).toEqual([`${code} operators/anchor.yaml`]);
    const url = inClaim('https://anchor.example/fees', `"https://anchor.example/${character}"`);
    expect(codesOf(tiny(url))).toEqual(['field/url facts/anchor.yaml']);
    const email = change('service.yaml', 'desk@tiny.example', `"desk${character}@tiny.example"`);
    expect(codesOf(tiny(email))).toEqual(['field/email service.yaml']);
  });

  it.each([
    ['joiners of letters', 'می\\u200cخواهم'],
    ['joiners of emoji', '👩\\u200d🚀'],
    ['variation selectors', '☂\\ufe0f'],
    ['marks of direction', 'A (\\u200fب\\u200e) \\u061c'],
  ])('is taken where scripts are written with it: %s', (_, name) => {
    expect(codesOf(tiny(inAnchor('name: Anchor', `name: "${name}"`)))).toEqual([]);
  });
});

describe('what becomes the name of a file is no longer than one can be', () => {
  const called = (key: string, number = '1'): Sources =>
    Object.fromEntries(
      Object.entries(TINY).map(([name, text]) => [
        name,
        text?.toString().replaceAll('fee_usd_1', `${key}_${number}`).replaceAll('fee_usd', key) ??
          null,
      ]),
    );

  it.each([
    [
      'a metric key',
      called('a'.repeat(64)),
      called('a'.repeat(65)),
      'field/metric-key metrics.yaml',
    ],
    [
      'the number of a claim',
      called('a', '9'.repeat(15)),
      called('a', '1'.repeat(16)),
      'field/claim-id facts/anchor.yaml',
    ],
  ])('%s', (_, longest, tooLong, code) => {
    expect(codesOf(longest)).toEqual([]);
    expect(codesOf(tooLong)).toContain(code);
  });
});

describe('what is wrong with the end of an API', () => {
  const deprecated = (fields: string): Sources => ({
    'service.yaml': `${TINY['service.yaml']}deprecation: ${fields}\n`,
  });
  const SINCE = 'since: 2027-07-01T00:00:00Z';
  const DETAILS = 'details: https://tiny.example/v2';

  it.each<[string, string, string, RegExp]>([
    ['a day that is none', `{ since: 2027-06-31, ${DETAILS} }`, 'field/timestamp', /UTC/],
    ['no reason', `{ ${SINCE} }`, 'field/missing', /Add details: a whole address/],
    [
      'no beginning',
      `{ ${DETAILS} }`,
      'field/missing',
      /Add since: a date, or a date and time in UTC/,
    ],
    ['a misspelt key', `{ ${SINCE}, sunst: null, ${DETAILS} }`, 'field/unknown', /"sunset"\?/],
    ['a flag', 'true', 'field/type', /"deprecation" is true, not a map of fields/],
    [
      'an end that is a number',
      `{ ${SINCE}, sunset: 20270701, ${DETAILS} }`,
      'field/type',
      /Write a date, or a date and time in UTC.*, or null/,
    ],
    ['a page without address', `{ ${SINCE}, details: soon }`, 'field/url', /https/],
    [
      'an end before the beginning',
      `{ ${SINCE}, sunset: 2027-06-30T23:59:59Z, ${DETAILS} }`,
      'service/early-sunset',
      /"sunset" is 2027-06-30T23:59:59Z, before the API is deprecated at 2027-07-01T00:00:00Z/,
    ],
  ])('%s', (_, fields, code, words) => {
    expect(codesOf(tiny(deprecated(fields)))).toEqual([`${code} service.yaml`]);
    expect(reportOn(deprecated(fields))).toMatch(words);
  });

  it.each([
    `{ ${SINCE}, sunset: 2027-07-01T00:00:00Z, ${DETAILS} }`,
    `{ ${SINCE}, sunset: null, ${DETAILS} }`,
    `{ since: 2020-01-01T00:00:00Z, ${DETAILS} }`,
    'null',
  ])('nothing: %s', (fields) => {
    expect(codesOf(tiny(deprecated(fields)))).toEqual([]);
  });
});

it.each([
  'https://[2001:db8::1]:8443/',
  'https://192.0.2.7/',
  'https://anchor.example./',
  'https://XN--BCHER_2-N2A.example/',
  'https://anchor.example/%C3%BC?a=b/?:@!$&()*+,;#c?/',
  'https://anchor.example/@52.1,-0.7,15z',
  'http://8.8.8.8:8080/',
])('an address can be %s', (address) => {
  expect(codesOf(tiny(inClaim('https://anchor.example/', address)))).toEqual([]);
});

describe('nothing unsound passes in silence', () => {
  it.each<[string, Sources]>([
    ['a condition on __proto__', inCategories('where: {}', 'where: { __proto__: 1 }')],
    ['an address with an empty user', inClaim('https://anchor', 'https://@anchor')],
    [
      'an address pasted into another',
      inClaim('https://anchor.example/', 'https://https://a.example/'),
    ],
    [
      'a comma in the name of a host',
      inClaim('https://anchor.example/', 'https://anchor,example/'),
    ],
    ['a bracket at its end', inClaim('https://anchor.example/', 'https://anchor.example)/')],
    ['two dots in it', inClaim('https://anchor.example/', 'https://anchor..example/')],
    ['an escape of what it cannot have', inClaim('https://anchor.example/', 'https://anchor%3B/')],
    [
      'a base address that a host configuration could run',
      change('service.yaml', 'https://tiny.example/api', 'https://tiny.example;{$a}/api'),
    ],
    [
      'a base address whose host is called api',
      change('service.yaml', 'tiny.example/api/v1', 'api/v1'),
    ],
    ['an address with a backslash', inClaim('https://anchor.example/', 'https://a.example\\@b/')],
  ])('%s', (_, changes) => {
    expect(checkSources(tiny(changes)).dataset).toBeNull();
  });
});

describe('evidence is where anybody can look', () => {
  it.each([
    'http://localhost:8080/fees',
    'http://127.0.0.1/fees',
    'http://10.1.2.3/fees',
    'http://172.20.0.1/fees',
    'http://192.168.1.1/fees',
    'http://169.254.1.1/fees',
    'http://[::1]/fees',
    'http://[fe80::1]/fees',
    'http://[fd00::1]/fees',
    'https://printer.local/fees',
    'https://wiki.internal/fees',
    'http://intranet/fees',
  ])('so not at %s', (address) => {
    const sources = tiny(inClaim('https://anchor.example/fees', address));
    expect(codesOf(sources)).toEqual(['field/url facts/anchor.yaml']);
  });
});
