import { expect, it } from 'vitest';
import { pauseAfter, trackPauses } from '../../src/http/index.ts';

const NOW = Date.UTC(2026, 9, 21, 7, 28);

it.each([
  ['0', 0],
  [' 120 ', 120],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 30],
  ['Wednesday, 21-Oct-26 07:28:30 GMT', 30],
  ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
])('Retry-After: %s asks for a pause of %d seconds', (wish, seconds) => {
  expect(pauseAfter(wish, 3, NOW)).toEqual({ seconds, isAskedFor: true });
});

it.each([undefined, null, '', '1.5', '-5', 'soon 1', '1, 1', 'GMT'])(
  'Retry-After: %s says nothing: 8 seconds before a fourth retry, of our own accord',
  (wish) => {
    expect(pauseAfter(wish, 3, NOW)).toEqual({ seconds: 8, isAskedFor: false });
  },
);

const tracked = () => {
  const told: number[] = [];
  const { wait, pause } = trackPauses(
    ({ seconds }) => told.push(seconds),
    (seconds) => new Error(`${seconds} are too many`),
  );
  return { told, wait, pauseFor: (seconds: number) => pause({ seconds, isAskedFor: true }) };
};

it('a pause that began is made longer by another, but not shorter', async () => {
  const { told, wait, pauseFor } = tracked();
  const begun = performance.now();
  pauseFor(0.1);
  const waiting = wait();
  pauseFor(0.2);
  pauseFor(0.05);
  await waiting;
  expect(performance.now() - begun).toBeGreaterThan(150);
  expect(told).toEqual([0.1, 0.2]);
});

it('a host gets a pause of two minutes, and none longer', () => {
  const { pauseFor } = tracked();
  expect(() => pauseFor(120)).not.toThrow();
  expect(() => pauseFor(121)).toThrow('121 are too many');
});
