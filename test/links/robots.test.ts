import { describe, expect, it } from 'vitest';
import { parseRobots } from '../../src/links/robots.ts';

const asked = (text: string, path: string) =>
  parseRobots(text, 'operator-api').allows(new URL(path, 'https://a.example'));

describe('robots.txt', () => {
  it.each([
    // RFC 9309 §2.2.2 and §5.2
    ['the longest pattern wins', 'Disallow: /a/\nAllow: /a/b', '/a/b/c', true],
    ['of equal patterns, Allow wins', 'Disallow: /a\nAllow: /a', '/a', true],
    ['a pattern is the start of a path', 'Disallow: /a', '/ab?c', false],
    ['a path that no pattern matches is allowed', 'Disallow: /a', '/b', true],
    ['an empty rule matches nothing', 'Disallow:', '/a', true],
    ['* is any text', 'Disallow: /*/private', '/x/y/private/z', false],
    ['* is also no text', 'Disallow: /a*b', '/ab', false],
    ['$ ends a path', 'Disallow: /*.pdf$', '/x.pdf', false],
    ['$ ends a path, not a part of it', 'Disallow: /*.pdf$', '/x.pdf?y', true],
    ['$ without * is the whole path', 'Disallow: /a$', '/ab', true],
    ['pieces do not overlap', 'Disallow: /aba*bab$', '/abab', true],
    ['queries belong to the path', 'Disallow: /*?session=', '/a?session=1', false],
    ['patterns are compared percent-encoded', 'Disallow: /Ä', '/%c3%84', false],
    ['letters are compared decoded', 'Disallow: /%61%2Fb', '/a%2fb', false],
    ['paths have upper and lower case', 'Disallow: /A', '/a', true],
  ])('%s', (_, rules, path, isAllowed) => {
    expect(asked(`User-agent: *\n${rules}\n`, path)).toBe(isAllowed);
  });

  it.each([
    [
      'own rules replace those for all',
      'User-agent: *\nDisallow: /\n\nUser-agent: Operator-API\nDisallow: /b',
      true,
    ],
    [
      'all groups of a name count',
      'User-agent: operator-api\nDisallow: /b\n\nUser-agent: operator-api\nDisallow: /a',
      false,
    ],
    [
      'a group has several names',
      'User-agent: other\nUser-agent: operator-api/1.0\nDisallow: /a',
      false,
    ],
    [
      'a rule ends the names of a group',
      'User-agent: operator-api\nDisallow: /b\nUser-agent: other\nDisallow: /a',
      true,
    ],
    ['longer names are other programs', 'User-agent: operator-api-x\nDisallow: /a', true],
    ['rules before any name are ignored', 'Disallow: /a\nUser-agent: *\nDisallow: /b', true],
    [
      'comments, unknown lines and a byte order mark are ignored',
      '\ufeffuser-agent : * # all\r\nSitemap: x\rDISALLOW:/a#b',
      false,
    ],
    ['without a group, all is allowed', '<html>nothing</html>', true],
  ])('%s', (_, text, isAllowed) => {
    expect(asked(text, '/a')).toBe(isAllowed);
  });

  it.each([
    ['User-agent: *\nCrawl-delay: 2.5', 2.5],
    ['User-agent: *\nCrawl-delay: soon', 0],
    ['User-agent: *\nCrawl-delay: 9\nUser-agent: operator-api\nDisallow: /a', 0],
  ])('%j asks for a pause of %d seconds', (text, seconds) => {
    expect(parseRobots(text, 'operator-api').delay).toBe(seconds);
  });
});
