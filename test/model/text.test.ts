import { describe, expect, it } from 'vitest';
import { looksOf, percentEncoded, problemOf, text, url } from '../../src/model/index.ts';

/** The rule that a text breaks; null for a sound one. */
function brokenBy(value: string): string | null {
  const [issue] = text.safeParse(value).error?.issues ?? [];
  return issue === undefined ? null : (problemOf(issue)?.rule ?? issue.code);
}

describe('a formula', () => {
  it.each([
    ...[
      'Birch;=1+1;x',
      'Birch; =1+1',
      'Birch;"=1+1"',
      "Birch;'=1+1'",
      'Birch;\u200d=1',
      'Birch；=1',
    ],
    ...['Birch\t=1+1', 'Birch\t-1', 'Birch|=1', 'Birch | @SUM(1)', 'Birch｜+1'],
    ...['Birch\n=1+1', 'Birch\r\n- slow', 'Birch\v+1', 'Birch\u2028=1'],
    ...['Birch,=1+1', 'Birch, =1+1', 'Birch,"=1"', 'Birch,+1+1', 'Birch,@SUM(1)', 'Birch，=1'],
    ...[
      '＝1+1',
      '＋1',
      '－1',
      '＠SUM(1)',
      '﹦1',
      '⁼1',
      'Birch;＝1+1;x',
      'Birch,＝1',
      'Birch;＠SUM(1)',
    ],
    ...['Fast; +1 support', 'Fast; -5 %'],
  ])('is refused where a spreadsheet could find it: %j', (value) => {
    expect(brokenBy(value)).toBe('csv-unsafe');
  });

  it.each([
    ...['Fees: 1-2 %', 'fast, +1 support', 'from 5, -2 % on Sundays', 'desk@tiny.example, or chat'],
    ...[
      'a; b - c',
      'Stake = 5',
      'A|B',
      'x\ny',
      'A+B',
      'C++; D',
      '24/7 by chat; 09:00-17:00',
      '1,5',
    ],
    ...[
      '−110',
      '– a dash',
      'a, — b',
      ':-)',
      '100 % (+10 %)',
      'https://a.example/?b=c;d=e',
      '"A"; "B"',
    ],
  ])('is no sign within a sentence: %j', (value) => {
    expect(brokenBy(value)).toBeNull();
  });

  it('is one in every form that Unicode takes for its sign', () => {
    const forms = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => /^[=+\-@]/.test(character.normalize('NFKC')),
    );
    expect(forms.length).toBeGreaterThan(12);
    expect(forms.filter((sign) => brokenBy(`${sign}1`) !== 'csv-unsafe')).toEqual([]);
    expect(forms.filter((sign) => brokenBy(`a;${sign}1`) !== 'csv-unsafe')).toEqual([]);
  });

  it('is one after every form that Unicode takes for its separator', () => {
    const forms = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => /^[;|,\t\n\v\f\r]$/.test(character.normalize('NFKC')),
    );
    expect(forms.filter((sign) => brokenBy(`a${sign}=1`) !== 'csv-unsafe')).toEqual([]);
  });
});

it('a long run of what may stand before a sign is read once', () => {
  const run = '\n;, "'.repeat(40_000);
  expect(brokenBy(`a${run}b`)).toBeNull();
  expect(brokenBy(`a${run}=1`)).toBe('csv-unsafe');
});

describe('text that draws nothing', () => {
  it.each([
    ['a braille blank', '\u2800'],
    ['a Hangul filler', '\u3164'],
    ['a half-width filler', '\uffa0'],
    ['fillers of syllables', '\u115f\u1160'],
    ['a variation selector', '\ufe0f'],
    ['joiners', '\u200d\u200c'],
    ['marks of direction', '\u200e\u200f'],
    ['a tag', '\u{e0062}\u{e007f}'],
    ['spaces of all widths', '\u2003\u3000\u00a0'],
    ['a mark without a letter', '\u0301'],
    ['a musical sign without a head', '\u{1d159}'],
    ['an Egyptian blank', '\u{13441}'],
  ])('is blank: %s', (_, value) => {
    expect(brokenBy(value)).toBe('blank');
  });

  it.each([
    ['a braille blank', '\u2800'],
    ['an object', '\ufffc'],
    ['a lost character', '\ufffd'],
    ['an annotation', '\ufff9'],
    ['Hangul fillers', '\u3164'],
    ['a filler of syllables', '\u1160'],
    ['a half-width filler', '\uffa0'],
    ['a soft hyphen', '\u00ad'],
    ['a joiner of graphemes', '\u034f'],
    ['inherent vowels of Khmer', '\u17b4'],
    ['a variation selector after a letter', '\ufe0f'],
    ['a variation selector of ideographs', '\u{e0100}'],
    ['a Mongolian variation selector', '\u180b'],
    ['a joiner after a Latin letter', '\u200d'],
    ['a non-joiner after a Latin letter', '\u200c'],
    ['a zero-width space', '\u200b'],
    ['an invisible operator', '\u2062'],
    ['a letter of a tag', '\u{e0062}'],
    ['the end of a tag', '\u{e007f}'],
    ['a reserved ignorable', '\u{e0fff}'],
    ['private use', '\ue000'],
    ['private use beyond', '\u{10fffd}'],
    ['no character', '\ufdd0'],
    ['no character at the end', '\u{1ffff}'],
    ['a null note head', '\u{1d159}'],
    ['a Khitan filler', '\u{16fe4}'],
  ])('is refused as a part: %s', (_, character) => {
    expect(brokenBy(`Birch${character}`)).toBe('unreadable');
    expect(brokenBy(`Bir${character}ch`)).toBe('unreadable');
  });

  it.each([
    ...['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Football priced well'],
    ...[
      '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
      '🏴\u200d☠\ufe0f',
      '🏳\ufe0f\u200d🌈',
    ],
    ...['☂\ufe0f', '❤\ufe0e', '1\ufe0f\u20e3', '👩\u200d🚀', '👩🏽\u200d🚀', '👨\u200d👩\u200d👧'],
    ...[
      '❤\ufe0f\u200d🔥',
      '葛\u{e0100}城',
      '≨\ufe00',
      'می\u200cخواهم',
      'क्\u200dष',
      'ශ්\u200dරී',
      'ᠠ\u180b',
    ],
    ...['🇬🇧', 'A (\u200fب\u200e)', 'é', 'e\u0301', 'ⓐ', '½'],
  ])('is right where something is written with it: %j', (value) => {
    expect(brokenBy(value)).toBeNull();
  });

  it.each([
    ...['A\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e0065}'],
    ...[
      '⚽\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '🏴\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e007f}',
    ],
    ...[
      '1\ufe0f',
      '👩\u200d',
      '👩\u200dA',
      '\u200d👩',
      '☂\ufe0f\ufe0f',
      '葛\u{e0100}\u{e0101}',
      '中\u200d',
    ],
  ])('is refused outside of such a sequence: %j', (value) => {
    expect(brokenBy(value)).toBe('unreadable');
  });
});

describe('names look the same', () => {
  it.each([
    ['Birch', 'Birch\u200e'],
    ['Birch Bets', 'Birch\u2007Bets'],
    ['Birch Bets', 'Birch\u3000 Bets'],
    ['Birch-Bets', 'Birch\u2011Bets'],
    ['Birch-Bets', 'Birch\u2010Bets'],
    ['Bjørnvåg', 'Bjørnva\u030ag'],
    ['☂ Bets', '☂\ufe0f Bets'],
  ])('%j and %j', (name, twin) => {
    expect(looksOf(twin)).toBe(looksOf(name));
  });

  it.each(['birch', 'Ｂirch', 'Birch²', 'Bírch', 'Bir ch'])('but not %j', (name) => {
    expect(looksOf(name)).not.toBe(looksOf('Birch'));
  });
});

describe('an address is a URI', () => {
  it.each([
    ['https://example.org/<b>', 'https://example.org/%3Cb%3E'],
    ['https://example.org/a"b', 'https://example.org/a%22b'],
    ['https://example.org/a|b', 'https://example.org/a%7Cb'],
    ['https://example.org/a^b`c', 'https://example.org/a%5Eb%60c'],
    ['https://example.org/?q={a}', 'https://example.org/?q=%7Ba%7D'],
    ['https://example.org/ü?ü#ü', 'https://example.org/%C3%BC?%C3%BC#%C3%BC'],
    ['https://example.org/出金', 'https://example.org/%E5%87%BA%E9%87%91'],
    ['https://example.org/100%', 'https://example.org/100%25'],
    ['https://example.org/%zz', 'https://example.org/%25zz'],
    ['https://example.org/a[0]', 'https://example.org/a%5B0%5D'],
    ['https://example.org/#a#b', 'https://example.org/#a%23b'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://bücher.example:8443/ü', 'https://xn--bcher-kva.example:8443/%C3%BC'],
    ['https://example.org/;=1+1;x', 'https://example.org/;%3D1+1;x'],
    ['https://example.org/,=1', 'https://example.org/,%3D1'],
    ['https://example.org/;@x', 'https://example.org/;%40x'],
  ])('%s is not, and is written %s', (written, encoded) => {
    expect(url.safeParse(written).success).toBe(false);
    expect(percentEncoded(written)).toBe(encoded);
    expect(url.safeParse(encoded).success).toBe(true);
  });

  it.each(['an example', 'ftp://example.org/', 'https://', 'https://a..b/<c>'])(
    'nothing is encoded to make one of %s',
    (written) => {
      expect(percentEncoded(written)).toBeNull();
    },
  );

  it.each([
    'https://[2001:db8::1]/a',
    "https://example.org/a-b._~!$&'()*+,;:@/?a=b?c/d#e?f/g",
    'https://example.org/%C3%BC',
    'https://example.org/@52.1,-0.7,15z',
  ])('%s is one', (written) => {
    expect(url.safeParse(written).success).toBe(true);
  });
});
