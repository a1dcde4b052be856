import { describe, expect, it } from 'vitest';
import {
  toConcurrency,
  toHours,
  toListen,
  toPath,
  toPort,
  toRoot,
  toSample,
  toSeconds,
  toServerName,
  toTimeout,
} from '../../src/commands/option-values.ts';

/** For each option: what is taken, and as what; and what is refused. */
const OPTIONS: readonly [
  option: string,
  read: (value: string) => unknown,
  taken: Readonly<Record<string, unknown>>,
  refused: readonly string[],
][] = [
  [
    '--port',
    toPort,
    { '0': 0, '8080': 8080, '65535': 65_535 },
    ['', ' ', '-1', '1e3', '0x50', '80.5', '65536', '80 '],
  ],
  [
    '--public-path',
    toPath,
    { '/api/v1': '/api/v1', '/a-b/..c_d.e~f/api/v1//': '/a-b/..c_d.e~f/api/v1' },
    [
      '',
      '/',
      'api/v1',
      '//api/v1',
      '/../api/v1',
      '/a/./api/v1',
      '/a b/api/v1',
      '/a"/api/v1',
      '/a;/api/v1',
      '/api/v2',
      '/api/v1/x',
    ],
  ],
  [
    '--root',
    toRoot,
    { '/srv/www': '/srv/www', 'C:/Web Sites/ä (1)': 'C:/Web Sites/ä (1)' },
    ['', ...[...'"\'`{}[]*?\\$;%\n\t\0\u007f'].map((character) => `/srv/a${character}b`)],
  ],
  [
    '--listen',
    toListen,
    { '1': '1', '65535': '65535', '127.0.0.1:80': '127.0.0.1:80', '[::1]:8080': '[::1]:8080' },
    [
      '',
      '0',
      '65536',
      'localhost:80',
      '::1:80',
      '[::1]',
      '127.0.0.1:',
      '127.0.0.1:0',
      '80;',
      '80 ',
    ],
  ],
  [
    '--server-name',
    toServerName,
    { '*': '*', localhost: 'localhost', 'A-1.example': 'A-1.example' },
    ['', '*.example', 'a.', '.a', 'a..b', 'a b', 'a;', 'a\nb', 'a:80', 'ä.example'],
  ],
  [
    '--max-age',
    toSeconds,
    { '0': 0, '0060': 60, '999999999': 999_999_999 },
    ['', '-1', '1.5', '1e3', 'soon', '1000000000'],
  ],
  [
    '--sample',
    toSample,
    { all: 'all', '1': 1, '999999999': 999_999_999 },
    ['', '0', '-1', '1.5', 'All', 'none', '1000000000'],
  ],
  ['--concurrency', toConcurrency, { '1': 1, '32': 32 }, ['', '0', '33', '100', '-1', '1.5', 'x']],
  ['--timeout', toTimeout, { '1': 1, '9999': 9999 }, ['', '0', '10000', '-1', '1.5', 'x']],
  [
    '--max-age-hours',
    toHours,
    { '0': 0, '0.5': 0.5, '999999': 999_999 },
    ['', '-1', '.5', '1.', '1e3', '1000000', 'x'],
  ],
];

describe.each(OPTIONS)('%s', (_, read, taken, refused) => {
  it.each(Object.entries(taken))('takes %j', (value, expected) => {
    expect(read(value)).toBe(expected);
  });

  it.each(refused)('refuses %j', (value) => {
    expect(() => read(value)).toThrow(/^It has to be a /);
  });
});
