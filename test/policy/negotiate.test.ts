import { describe, expect, it } from 'vitest';
import { negotiate, parseAccept } from '../../src/policy/negotiate.ts';

type Row = readonly [accept: string | null | undefined, expected: 'json' | 'csv', why: string];

const KILOBYTES_16 = 16 * 1024;

const SECTIONS: Readonly<Record<string, readonly Row[]>> = {
  'what clients send': [
    [undefined, 'json', 'no header: Python urllib, pandas, Go, PHP, Node http'],
    [null, 'json', 'no header, as Headers.get() of the fetch standard says it'],
    ['', 'json', 'an empty header'],
    ['*/*', 'json', 'curl, wget, requests, fetch, DuckDB, LibreOffice'],
    ['text/csv', 'csv', 'curl -H "Accept: text/csv"'],
    ['application/json', 'json', 'curl -H "Accept: application/json"'],
    ['text/csv,*/*', 'csv', 'd3.csv of D3 3 and 4'],
    ['application/json, text/*, */*', 'json', 'R jsonlite'],
    ['application/json, text/plain, */*', 'json', 'axios'],
    ['application/json, text/javascript, */*; q=0.01', 'json', 'jQuery.getJSON'],
    ['text/html, image/gif, image/jpeg, */*; q=0.2', 'json', 'Java 17 URLConnection'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'json', 'Java 8 URLConnection'],
    [
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
      'json',
      'a page opened in Chrome',
    ],
    [
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'json',
      'a page opened in Firefox or Safari',
    ],
    ['text/csv,application/json,*/*', 'csv', 'a CDN that normalised and kept only the order'],
    ['application/vnd.api+json', 'json', 'a JSON:API client, which names neither'],
    ['text/html', 'json', 'neither on offer is named: JSON, never 406'],
  ],
  'which range decides': [
    ['application/json;q=0.5, text/csv;q=0.6', 'csv', 'the higher quality wins'],
    ['text/csv;q=0.5, application/json;q=0.6', 'json', 'the higher quality wins, named last'],
    ['text/csv;q=0.998, application/json;q=0.999', 'json', 'the third digit of a quality counts'],
    ['*/*, text/csv', 'csv', 'at equal quality an exact name beats the range of everything'],
    ['application/*, text/csv', 'csv', 'at equal quality an exact name beats application/*'],
    ['text/*, application/json', 'json', 'at equal quality an exact name beats text/*'],
    ['*/*, text/*', 'csv', 'at equal quality text/* beats the range of everything'],
    ['text/csv;q=0.9, */*', 'json', 'quality goes before specificity'],
    ['text/csv, application/json', 'csv', 'at equal quality and specificity the first: CSV'],
    ['application/json, text/csv', 'json', 'at equal quality and specificity the first: JSON'],
    ['text/*, application/*', 'csv', 'the first of two families: text'],
    ['text/csv;q=0.10, application/json;q=0.100', 'csv', '0.10 and 0.100 are equal'],
    ['text/csv;q=1.000, application/json', 'csv', 'no quality is quality 1'],
    ['text/csv;q=0.2, text/*, application/json;q=0.5', 'json', 'text/* does not lift text/csv'],
    ['*/*, application/*;q=0.1', 'csv', 'application/* lowers JSON below the range of everything'],
    ['text/csv;q=0.2, text/csv;q=0.8, application/json;q=0.5', 'csv', 'of two alike the better'],
    ['text/csv, application/json, text/csv', 'csv', 'of two alike and equal the first'],
    ['text/html, text/csv;q=0.1', 'csv', 'what is not on offer does not count'],
  ],
  'q=0 means not acceptable': [
    ['text/csv;q=0', 'json', 'CSV refused, nothing else named'],
    ['application/json;q=0, */*', 'csv', 'anything but JSON'],
    ['*/*, application/json;q=0', 'csv', 'anything but JSON, named last'],
    ['text/csv;q=0, */*', 'json', 'anything but CSV'],
    ['application/*;q=0, */*', 'csv', 'anything but application/*'],
    ['text/*;q=0, text/csv;q=0.1', 'csv', 'no text but CSV'],
    ['*/*;q=0, text/csv;q=0.001', 'csv', 'nothing but CSV'],
    ['application/json;q=0.000, text/csv;q=0.001', 'csv', '0.000 is zero and 0.001 is not'],
  ],
  'how a quality is written': [
    ['text/csv;q=1.', 'csv', 'a point and no digits (§12.4.2 allows it)'],
    ['text/csv;q=0.55, application/json;q=0.5', 'csv', 'two digits'],
    ['text/csv;Q=0.4, application/json;q=0.5', 'json', 'Q in upper case is the quality'],
    ['text/csv;q=0.1234', 'json', 'four digits break the grammar'],
    ['text/csv;q=1.001', 'json', 'more than one breaks the grammar'],
    ['text/csv;q=-1', 'json', 'less than zero breaks the grammar'],
    ['text/csv;q=.5', 'json', 'a leading point breaks the grammar'],
    ['text/csv;q=', 'json', 'an empty quality breaks the grammar'],
    ['text/csv;q', 'json', 'a q without a value breaks the grammar'],
    ['text/csv;q=abc', 'json', 'a word for a quality breaks the grammar'],
    ['text/csv;q="0.5"', 'json', 'a weight is never quoted (§12.4.2), unlike a parameter'],
    ['text/csv;q =0.5', 'json', 'a space before = breaks the grammar (§5.6.6)'],
    ['text/csv;q= 0.5', 'json', 'a space after = breaks the grammar (§5.6.6)'],
    ['text/csv;q=0.4;header=present, application/json;q=0.5', 'json', 'q before other parameters'],
    ['text/csv;header=present;q=0.4, application/json;q=0.5', 'json', 'q after other parameters'],
    ['text/csv;q=0.4;q=0.9, application/json;q=0.5', 'json', 'of two q the first counts'],
  ],
  parameters: [
    ['text/csv;header=present', 'csv', 'header=present is CSV'],
    ['text/csv; charset=utf-8; header=present', 'csv', 'the very type that is answered'],
    ['application/json;v=2, text/csv', 'json', 'a parameter does not make JSON less exact'],
    ['*/*;v=1, text/csv;q=0.9', 'json', 'a parameter on the range of everything'],
    ['text/csv;', 'csv', 'a trailing semicolon'],
    ['text/csv;;q=0.9, application/json;q=0.8', 'csv', 'an empty parameter'],
    ['text/csv; ;\t; q=0.7, application/json;q=0.8', 'json', 'empty parameters between spaces'],
    ['text/csv;a', 'json', 'a parameter without a value breaks the grammar (§5.6.6)'],
    ['text/csv;a=', 'json', 'a parameter with an empty value breaks the grammar'],
    ['text/csv a=b', 'json', 'a parameter without a semicolon breaks the grammar'],
  ],
  'quoted strings': [
    ['text/html;a="x, text/csv, y"', 'json', 'a comma in quotes does not end the member'],
    ['text/html;a=",", text/csv', 'csv', 'a list goes on after a quoted comma'],
    ['text/csv;a="x;q=0"', 'csv', 'q=0 in quotes is no quality'],
    ['text/csv;a=";";q=0.4, application/json;q=0.5', 'json', 'a quality after a quoted semicolon'],
    ['text/html;a="\\", text/csv"', 'json', 'an escaped quote does not end the string'],
    ['text/html;a="\\\\", text/csv', 'csv', 'an escaped backslash escapes no quote'],
    ['text/csv;a="é"', 'csv', 'letters outside ASCII may stand in quotes (obs-text)'],
    ['text/csv;a="x"y', 'json', 'text after a closing quote breaks the grammar'],
    ['text/csv;a="x', 'json', 'a quote that is never closed breaks the grammar'],
    ['text/csv, text/html;a="x', 'csv', 'what stands before an open quote still counts'],
    ['text/html;a="x, text/csv', 'json', 'an open quote takes the rest of the header'],
    ['text/csv;a="x\\', 'json', 'a backslash at the end escapes nothing'],
  ],
  'white space, case and empty members': [
    ['Text/Csv;Q=1, APPLICATION/JSON;Q=0.9', 'csv', 'types and q in mixed case'],
    [' \t text/csv \t ', 'csv', 'spaces and tabs around a member'],
    ['text/html\t,\ttext/csv\t;\tq=0.5', 'csv', 'tabs around commas and semicolons'],
    ['text /csv', 'json', 'a space before the slash breaks the grammar'],
    [', ,, text/csv ,\t,', 'csv', 'empty members are passed over'],
    [',', 'json', 'nothing but a comma'],
    ['text/csv\u00a0', 'json', 'a no-break space is not white space (§5.6.3): broken'],
    ['\ufefftext/csv', 'json', 'a byte order mark is not white space: broken'],
    ['text/csv\f;q=1', 'json', 'a form feed is not white space: broken'],
  ],
  'broken members are passed over': [
    ['*', 'json', 'a lone asterisk'],
    ['*, text/csv;q=0.1', 'csv', 'a lone asterisk does not count as everything'],
    ['*/csv', 'json', '*/csv is not a range of anything'],
    ['*/csv, application/json;q=0.1', 'json', '*/csv does not match CSV'],
    ['te*/csv, t*/*', 'json', 'an asterisk within a name matches nothing'],
    ['text', 'json', 'no slash'],
    ['text/', 'json', 'no subtype'],
    ['/csv', 'json', 'no type'],
    ['text/csv/x', 'json', 'two slashes'],
    ['text/csvx, xtext/csv', 'json', 'longer names are other types'],
    [
      'text/csv;q=7, application/json;q=0, text/csv;q=0.2',
      'csv',
      'a broken member, then a sound one',
    ],
    [
      'application/json;q=nonsense, text/csv;q=0.1',
      'csv',
      'a broken JSON member is no JSON member',
    ],
    ['text/csv application/json', 'json', 'no comma between two types'],
    ['текст/csv, 文/*, 🙂', 'json', 'letters of other scripts'],
    ['é, text/csv', 'csv', 'Latin-1 garbage, then a sound member'],
    ['\0', 'json', 'NUL'],
    ['text/csv\0', 'json', 'NUL after a type'],
    [','.repeat(KILOBYTES_16), 'json', '16 kB of commas'],
    ['"'.repeat(KILOBYTES_16), 'json', '16 kB of quotes'],
    [`text/csv;a="${'\\"'.repeat(KILOBYTES_16 / 2)}"`, 'csv', '16 kB of escaped quotes'],
    [`text/csv${';'.repeat(KILOBYTES_16)}`, 'csv', '16 kB of semicolons'],
    [
      'text/html,'.repeat(KILOBYTES_16 / 10).concat('text/csv'),
      'csv',
      '1600 other types, then CSV',
    ],
  ],
  'several header lines, joined': [
    ['text/html,text/csv', 'csv', 'the second line counts'],
    ['text/csv,application/json', 'csv', 'the first line is named first'],
    ['application/json;q=0.1,text/csv;q=0.2, */*;q=0', 'csv', 'quality across lines'],
    [',text/csv,', 'csv', 'empty lines are passed over'],
    ['text/,text/csv', 'csv', 'a broken line does not spoil the next'],
    ['*/*,application/json;q=0', 'csv', 'a later line can refuse JSON'],
    ['text/html;a="x,text/csv', 'json', 'lines are one list (§5.3): an open quote runs on'],
  ],
};

for (const [section, rows] of Object.entries(SECTIONS)) {
  describe(section, () => {
    for (const [accept, expected, why] of rows) {
      it(`${why} → ${expected}`, () => {
        expect(negotiate(accept)).toBe(expected);
      });
    }
  });
}

it('gives every case of the table a name of its own', () => {
  const names = Object.values(SECTIONS).flatMap((rows) => rows.map(([, , why]) => why));
  expect(names).toHaveLength(new Set(names).size);
});

describe('reading the header', () => {
  it('gives names in lower case, qualities in thousandths and the order', () => {
    expect(parseAccept('TEXT/Csv;q=0.25, broken, */*;a="," , text/html;Q=0')).toEqual([
      { type: 'text', subtype: 'csv', quality: 250, position: 0 },
      { type: '*', subtype: '*', quality: 1000, position: 1 },
      { type: 'text', subtype: 'html', quality: 0, position: 2 },
    ]);
  });

  it('reads each of the 1001 qualities exactly', () => {
    for (let thousandths = 0; thousandths <= 1000; thousandths += 1) {
      const field = `a/b;q=${(thousandths / 1000).toFixed(3)}`;
      expect(parseAccept(field)[0]?.quality, field).toBe(thousandths);
    }
  });
});
