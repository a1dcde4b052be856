import { describe, expect, it } from 'vitest';
import { linesOf, renderText } from '../../src/diagnostics/index.ts';
import { decodeSource, LARGEST_SOURCE } from '../../src/source/index.ts';

function decode(bytes: Uint8Array) {
  return decodeSource({
    name: 'x.yaml',
    path: 'x.yaml',
    measure: () => bytes.length,
    read: () => bytes,
  });
}

/** `code line:column` for everything wrong with the bytes. */
function problemsOf(bytes: Uint8Array): string[] {
  return decode(bytes).diagnostics.map(({ finding, place }) => {
    const { line, column } = linesOf(place.file).positionAt(place.start);
    return `${finding.code} ${line}:${column}`;
  });
}

const utf8 = (text: string) => Buffer.from(text);
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? utf8(part) : Buffer.from([part]))));

describe('text is decoded as it is', () => {
  it.each([
    ['nothing', ''],
    ['LF', 'a: 1\n'],
    ['CR LF', 'a: 1\r\nb: 2\r\n'],
    ['tabs', 'a:\t1\n'],
    ['letters outside ASCII', 'a: Curaçao Żurawinowy きつね 🦊\n'],
    ['a next line character', 'a: "b\u0085c"\n'],
    ['a no-break space and line separators', 'a: "b\u00a0\u2028\u2029c"\n'],
    ['a replacement character that was written', 'a: \ufffd\n'],
    ['a zero-width no-break space inside', 'a: b\ufeffc\n'],
    ['the last character of all', 'a: \u{10ffff}\n'],
  ])('%s', (_, text) => {
    expect(decode(utf8(text))).toEqual({ value: { path: 'x.yaml', text }, diagnostics: [] });
  });

  it('without the byte order mark', () => {
    expect(decode(utf8('\ufeffa: 1\n')).value?.text).toBe('a: 1\n');
    expect(decode(utf8('\ufeff')).value?.text).toBe('');
  });

  it('up to the largest size', () => {
    const largest = Buffer.alloc(LARGEST_SOURCE, 'a');
    expect(decode(largest).value?.text).toHaveLength(LARGEST_SOURCE);
  });
});

describe('bytes that are not text are refused where they stand', () => {
  it.each<[string, Uint8Array, string]>([
    ['Latin-1', latin1('a: 1\nb: Curaçao\n'), 'source/not-utf8 2:8'],
    ['Latin-1 at the start', latin1('é: 1\n'), 'source/not-utf8 1:1'],
    ['Latin-1 at the end', latin1('a: é'), 'source/not-utf8 1:4'],
    ['Latin-1 after CR LF', latin1('a: 1\r\nb: ä\r\n'), 'source/not-utf8 2:4'],
    ['Windows-1252 quotes', bytes('a: ', 0x93, 'b', 0x94, '\n'), 'source/not-utf8 1:4'],
    ['Latin-1 after UTF-8', bytes('a: 🦊ż\nb: 🦊', 0xe9, '\n'), 'source/not-utf8 2:5'],
    ['half a character at the end', bytes('a: ', 0xc3), 'source/not-utf8 1:4'],
    ['half a character in the middle', bytes('a: ', 0xe2, 0x82, 'b'), 'source/not-utf8 1:4'],
    ['an overlong slash', bytes('a: ', 0xc0, 0xaf), 'source/not-utf8 1:4'],
    ['a surrogate in UTF-8', bytes('a: ', 0xed, 0xa0, 0x80), 'source/not-utf8 1:4'],
    ['beyond Unicode', bytes('a: ', 0xf4, 0x90, 0x80, 0x80), 'source/not-utf8 1:4'],
    ['after a written U+FFFD', bytes('a: \ufffd\nb: ', 0xe7), 'source/not-utf8 2:4'],
    ['after a byte order mark', bytes('\ufeffa: 1\nb: ', 0xe7), 'source/not-utf8 2:4'],
    ['after both', bytes('\ufeffa: \ufffd\nb: ', 0xe7), 'source/not-utf8 2:4'],
    ['UTF-16 with its mark', utf16('\ufeffa: 1\n'), 'source/not-utf8 1:1'],
    ['UTF-16, bytes swapped', utf16('\ufeffa: 1\n').swap16(), 'source/not-utf8 1:1'],
    ['UTF-16 without mark', utf16('a: 1\n'), 'source/control-character 1:2'],
    ['UTF-16 swapped, no mark', utf16('a: 1\n').swap16(), 'source/control-character 1:1'],
    ['a gzip archive', bytes(0x1f, 0x8b, 8, 0), 'source/not-utf8 1:1'],
    ['a zip archive', bytes('PK', 3, 4), 'source/not-utf8 1:1'],
    ['NUL', utf8('a: 1\nb: x\0y\n'), 'source/control-character 2:5'],
    ['NUL alone', utf8('\0'), 'source/control-character 1:1'],
    ['ESC', utf8('a: \u001b[31m\n'), 'source/control-character 1:4'],
    ['a lone CR', utf8('a: 1\rb: 2\n'), 'source/control-character 1:5'],
    ['CR CR LF', utf8('a: 1\r\r\n'), 'source/control-character 1:5'],
    ['a CR at the end', utf8('a: 1\r'), 'source/control-character 1:5'],
    ['DEL', utf8('a: \u007f\n'), 'source/control-character 1:4'],
    ['C1', utf8('a: \u009b31m\n'), 'source/control-character 1:4'],
    ['a non-character', utf8('a: 🦊\ufffe\n'), 'source/control-character 1:5'],
  ])('%s', (_, given, problem) => {
    expect(problemsOf(given)).toEqual([problem]);
    expect(decode(given).value).toBeNull();
  });

  it.each([
    ['little', utf16('\ufeffa: 1\n'), 'UTF-16 (little endian)'],
    ['big', utf16('\ufeffa: 1\n').swap16(), 'UTF-16 (big endian)'],
  ])('the message names UTF-16 with the %s end first', (_, given, name) => {
    expect(renderText(decode(given).diagnostics)).toContain(name);
  });

  it('finds a bad byte behind thousands of written U+FFFD', () => {
    const given = bytes('\ufffd'.repeat(80_000), 0xff);
    expect(problemsOf(given)).toEqual(['source/not-utf8 1:80001']);
  });
});

describe('a file that is too large', () => {
  it('is refused by its size alone, of which no more than the start is read', () => {
    const { value, diagnostics } = decodeSource({
      name: 'x.yaml',
      path: 'x.yaml',
      measure: () => 5 * LARGEST_SOURCE,
      read: () => new Uint8Array(LARGEST_SOURCE + 1),
    });
    expect(value).toBeNull();
    expect(diagnostics.map(({ finding }) => finding.code)).toEqual(['source/too-large']);
    expect(renderText(diagnostics)).toContain(String(5 * LARGEST_SOURCE));
  });
});
