import { describe, expect, it } from 'vitest';
import {
  deadSince,
  isToBeAsked,
  type LinkRecord,
  type Outcome,
  parseLinkMemory,
  remember,
  renderLinkMemory,
} from '../../src/links/index.ts';

const at = (time: string) => Date.parse(`2026-11-${time}Z`);
const result = (state: Outcome['state']): Outcome => ({ state, reason: 'why', location: null });

/** The record after some results, each at a time of November 2026. */
function after(...results: readonly [string, Outcome['state']][]): LinkRecord {
  const record = results.reduce<LinkRecord | undefined>(
    (known, [time, state]) => remember(known, result(state), at(time)),
    undefined,
  );
  if (record === undefined) throw new Error('There is no result');
  return record;
}

describe('an address', () => {
  it.each<[string, [string, Outcome['state']][], string | null]>([
    ['that is not there is dead at once', [['01T10:00:00', 'dead']], '01T10:00:00'],
    ['that failed is not dead yet', [['01T10:00:00', 'failing']], null],
    [
      'that failed twice on a day is not either',
      [
        ['01T10:00:00', 'failing'],
        ['01T20:00:00', 'failing'],
      ],
      null,
    ],
    [
      'that failed on two days is dead since the first',
      [
        ['01T23:00:00', 'failing'],
        ['02T01:00:00', 'failing'],
      ],
      '01T23:00:00',
    ],
    [
      'that failed and then was not there is dead since it failed',
      [
        ['01T10:00:00', 'failing'],
        ['08T10:00:00', 'dead'],
      ],
      '01T10:00:00',
    ],
    [
      'that was found in between is not',
      [
        ['01T10:00:00', 'failing'],
        ['02T10:00:00', 'moved'],
        ['03T10:00:00', 'failing'],
      ],
      null,
    ],
    [
      'that refused in between is not',
      [
        ['01T10:00:00', 'failing'],
        ['02T10:00:00', 'refused'],
        ['03T10:00:00', 'failing'],
      ],
      null,
    ],
    [
      'that is found is not',
      [
        ['01T10:00:00', 'dead'],
        ['02T10:00:00', 'found'],
      ],
      null,
    ],
  ])('%s', (_, results, since) => {
    expect(deadSince(after(...results))).toBe(since === null ? null : `2026-11-${since}Z`);
  });

  it('keeps the time of its last success', () => {
    const record = after(
      ['01T10:00:00', 'found'],
      ['02T10:00:00', 'refused'],
      ['03T10:00:00', 'dead'],
    );
    expect(record).toMatchObject({
      checked_at: '2026-11-03T10:00:00Z',
      first_failure: '2026-11-03T10:00:00Z',
      last_success: '2026-11-01T10:00:00Z',
    });
  });

  it.each<[string, LinkRecord | undefined, string, number, boolean]>([
    ['that was never checked', undefined, '01T10:00:00', 7, true],
    [
      'that was checked a week ago, to the minute',
      after(['01T10:05:00', 'found']),
      '08T10:00:00',
      7,
      true,
    ],
    ['that was checked six days ago', after(['01T10:00:00', 'found']), '07T20:00:00', 7, false],
    ['that failed today', after(['01T10:00:00', 'failing']), '01T20:00:00', 7, false],
    ['that failed yesterday', after(['01T23:00:00', 'failing']), '02T01:00:00', 7, true],
    ['that was dead yesterday', after(['01T23:00:00', 'dead']), '02T01:00:00', 7, false],
    ['that was checked today, by order', after(['01T10:00:00', 'found']), '01T10:00:00', 0, true],
    [
      'that was checked by a clock that is ahead',
      after(['02T10:00:00', 'found']),
      '01T10:00:00',
      7,
      true,
    ],
  ])('%s: is it asked again?', (_, record, now, days, isAsked) => {
    expect(isToBeAsked(record, at(now), days)).toBe(isAsked);
  });
});

describe('a memory', () => {
  const memory = new Map([
    ['https://b.example/', after(['01T10:00:00', 'found'])],
    ['https://a.example/', after(['01T10:00:00', 'dead'])],
  ]);

  it('is read as it was written', () => {
    expect(parseLinkMemory(renderLinkMemory(memory))).toEqual(memory);
  });

  it.each([
    '',
    '{',
    'null',
    '{"version":2,"links":{}}',
    '{"version":1,"links":{"https://a.example/":{"state":"found"}}}',
    renderLinkMemory(memory).replace('"found"', '"lost"'),
    renderLinkMemory(memory).replace(/2026-11-01T10:00:00Z/, 'yesterday'),
  ])('that is damaged, as %j, is none', (text) => {
    expect(parseLinkMemory(text)).toBeNull();
  });
});
