import { toTimestamp } from '../model/index.ts';
import { type Answer, getPlain, MANIFEST_REQUEST } from './client.ts';
import { compareBytes, describeHeader, deviation, judging } from './compare.ts';
import { group, type Probe } from './group.ts';

/** How far two clocks may be apart, in milliseconds. */
export const CLOCK_TOLERANCE = 60_000;

/** Whether the right publication is served, and how old it is. */
export const freshness = group(
  'freshness',
  {
    clock: { holds: `The host's clock is right within ${CLOCK_TOLERANCE / 1000} seconds` },
    age: { holds: 'No cache keeps an answer longer than it may' },
    'manifest-matches-build': {
      holds: 'The published manifest is that of the local build',
      otherwise: '--out names a local build to compare with',
    },
    'not-in-future': { holds: 'The publication was not made in the future' },
    recent: {
      holds: 'The publication is as young as was asked for',
      otherwise: '--max-age-hours sets how old it may be',
    },
  },
  ({ examples, maxAge, manifest: { generatedAt }, maxAgeHours, hasBuild }) => {
    const manifest = [MANIFEST_REQUEST];
    return [
      ...examples.map((path) => probeTime(path, maxAge)),
      ...judging('manifest-matches-build', manifest, ({ body }, request, { expect }) => {
        const built = hasBuild ? expect(request).body : null;
        return built === null ? null : compareBytes(request, body, built);
      }),
      ...judging('not-in-future', manifest, ({ answeredAt }, request) => {
        if (generatedAt === null) return null;
        if (generatedAt <= answeredAt + CLOCK_TOLERANCE) return [];
        const expected = `generated_at not after ${toTimestamp(answeredAt)}`;
        return [deviation(request, expected, `generated_at ${toTimestamp(generatedAt)}`)];
      }),
      ...judging('recent', manifest, ({ answeredAt }, request) => {
        if (generatedAt === null || maxAgeHours === null) return null;
        const oldest = answeredAt - maxAgeHours * 3_600_000;
        if (generatedAt >= oldest) return [];
        const expected = `generated_at not before ${toTimestamp(oldest)}`;
        return [deviation(request, expected, `generated_at ${toTimestamp(generatedAt)}`)];
      }),
    ];
  },
);

function probeTime(path: string, maxAge: number): Probe<'clock' | 'age'> {
  const request = getPlain(path);
  return {
    check: 'clock',
    run: async ({ ask }) => {
      const answer = await ask(request);
      const kept = deviation(request, `an Age of at most ${maxAge}`, describeHeader('Age', answer));
      const now = new Date(answer.answeredAt).toUTCString();
      const skew = deviation(request, `a Date of about ${now}`, describeHeader('Date', answer));
      return [
        { check: 'clock', deviations: isClockRight(answer) ? [] : [skew] },
        { check: 'age', deviations: ageOf(answer) <= maxAge ? [] : [kept] },
      ];
    },
  };
}

/** How long a cache has had the answer, in seconds (RFC 9111 §5.1). */
function ageOf({ headers }: Answer): number {
  return Number(headers['age'] ?? 0) || 0;
}

/** A cache sends the Date of the origin, and its age. */
function isClockRight(answer: Answer): boolean {
  const date = Date.parse(answer.headers['date'] ?? '') + 1000 * ageOf(answer);
  return (
    date >= answer.sentAt - CLOCK_TOLERANCE - 1000 && date <= answer.answeredAt + CLOCK_TOLERANCE
  );
}
