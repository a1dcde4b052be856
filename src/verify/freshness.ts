import { toTimestamp } from '../model/index.ts';
import { type Answer, getPlain } from './client.ts';
import { compareBytes, describeHeader, deviation, finding } from './compare.ts';
import type { Finding, Group, LiveApi, Probe } from './group.ts';

/** How far two clocks may be apart, in milliseconds. */
export const CLOCK_TOLERANCE = 60_000;

/** Whether the right publication is served, and how old it is. */
export const freshness: Group<
  'clock' | 'age' | 'manifest-matches-build' | 'not-in-future' | 'recent'
> = {
  name: 'freshness',
  rules: {
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
  probes: (live) => [
    ...live.examples.map((path) => probeTime(path, live.maxAge)),
    probeManifest(live),
  ],
};

type Check = keyof typeof freshness.rules;

function probeTime(path: string, maxAge: number): Probe<Check> {
  const request = getPlain(path);
  return {
    checks: ['clock', 'age'],
    run: async (client) => {
      const answer = await client.ask(request);
      const kept = deviation(request, `an Age of at most ${maxAge}`, describeHeader('Age', answer));
      const now = new Date(answer.answeredAt).toUTCString();
      const skew = deviation(request, `a Date of about ${now}`, describeHeader('Date', answer));
      return [
        finding('clock', isClockRight(answer), skew),
        finding('age', ageOf(answer) <= maxAge, kept),
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

function probeManifest({ manifest, builtManifest, maxAgeHours }: LiveApi): Probe<Check> {
  const { answer, request, generatedAt } = manifest;
  const findings: Finding<Check>[] = [];
  if (builtManifest !== null) {
    const deviations = compareBytes(request, answer.body, builtManifest);
    findings.push({ check: 'manifest-matches-build', deviations });
  }
  if (generatedAt !== null) {
    const time = toTimestamp(generatedAt);
    const now = toTimestamp(answer.answeredAt);
    const judgeTime = (check: Check, holds: boolean, expected: string) =>
      findings.push(finding(check, holds, deviation(request, expected, `generated_at ${time}`)));
    const isPast = generatedAt <= answer.answeredAt + CLOCK_TOLERANCE;
    judgeTime('not-in-future', isPast, `generated_at not after ${now}`);
    if (maxAgeHours !== null) {
      const oldest = answer.answeredAt - maxAgeHours * 3_600_000;
      judgeTime('recent', generatedAt >= oldest, `generated_at not before ${toTimestamp(oldest)}`);
    }
  }
  return { checks: ['not-in-future'], run: async () => findings };
}
