import { describe, expect, it } from 'vitest';
import { renderText } from '../../src/diagnostics/index.ts';
import { compareConfiguration } from '../../src/hosts/index.ts';

const WANTED = { path: 'netlify.toml', text: '[build]\n\n  publish = "dist"\n' };

/** What is said of a committed file. */
function reportOn(text: string): string {
  return renderText(compareConfiguration('netlify', { path: 'netlify.toml', text }, WANTED));
}

describe('a committed configuration', () => {
  it.each([
    ['goes on', `${WANTED.text}junk\n`, '4:1', 'The file should end here;'],
    ['goes on with an empty line', `${WANTED.text}\n`, '4:1', 'The file should end here;'],
    ['lacks an empty line', WANTED.text.replace('\n\n', '\n'), '2:1', 'Expected: an empty line;'],
    ['ends too early', '[build]\n', '2:1', 'Expected: an empty line;'],
    ['ends before its last line', '[build]\n\n', '3:1', 'Expected: publish = "dist";'],
    ['is empty', '', '1:1', 'Expected: [build];'],
  ])('that %s', (_, text, place, words) => {
    expect(reportOn(text)).toContain(`netlify.toml:${place} error`);
    expect(reportOn(text)).toContain(words);
  });

  it.each([
    ['with the line breaks of Windows', WANTED.text.replaceAll('\n', '\r\n')],
    ['without the last line break', WANTED.text.trimEnd()],
  ])('is the same %s', (_, text) => {
    expect(reportOn(text)).toBe('');
  });
});
