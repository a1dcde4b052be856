import { describe, expect, it } from 'vitest';
import { readTable } from '../../src/import/index.ts';

const read = (bytes: string | Uint8Array) => readTable('x.csv', Buffer.from(bytes));

describe('readTable', () => {
  it.each([
    ['commas', 'Name,Fee\nAnchor,"1,5"\n'],
    ['semicolons, a byte order mark and CRLF', '\ufeffName;Fee\r\nAnchor;1,5\r\n'],
    ['tabs', 'Name\tFee\nAnchor\t1,5\n'],
  ])('reads %s', (_, text) => {
    const { columns, rows } = read(text);
    expect(columns).toEqual([
      { name: 'Name', letter: 'A' },
      { name: 'Fee', letter: 'B' },
    ]);
    expect(rows).toEqual([{ number: 2, cells: ['Anchor', '1,5'] }]);
  });

  it('counts rows as a spreadsheet does, trims cells, and names columns without a heading', () => {
    const { columns, rows } = read('Name,, \n"Anchor\nBooks", x ,\n,,\nBirch,,\n');
    expect(columns.map(({ name, letter }) => `${letter} ${name}`)).toEqual([
      'A Name',
      'B column B',
    ]);
    expect(rows).toEqual([
      { number: 2, cells: ['Anchor\nBooks', 'x'] },
      { number: 4, cells: ['Birch', ''] },
    ]);
  });

  it.each([
    ['an empty file', '', 'it is empty'],
    ['headings alone', 'Name,Fee\n', 'below its headings there are no rows'],
    ['an open quote', 'Name,Fee\nAnchor,"1\n', 'in row 2, a quote is opened and never closed'],
    ['a heading twice', 'Fee,Fee\n1,2\n', 'the columns A and B have the same heading "Fee"'],
    ['Windows-1252', Buffer.from('Name\nCura\xe7ao\n', 'latin1'), 'Excel often saves Windows-1252'],
    [
      'UTF-16',
      Buffer.from('\ufeffName', 'utf16le'),
      'it is UTF-16, not UTF-8; in Excel, save it as',
    ],
    ['a workbook', 'PK\x03\x04', 'it is a workbook, not CSV; in Excel, save it as'],
  ])('refuses %s', (_, bytes, why) => {
    expect(() => read(bytes)).toThrow(why);
  });
});
