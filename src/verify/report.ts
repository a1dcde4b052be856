import { byCodeUnit } from '../diagnostics/index.ts';
import type { Deviation, Finding, Group, LiveApi } from './group.ts';

/** The result of verifying a deployment. */
export interface Verification {
  readonly baseUrl: string;
  readonly live: LiveApi;
  readonly requests: number;
  /** All checks, in the order of the groups. */
  readonly checks: readonly CheckResult[];
}

export interface CheckResult {
  readonly id: string;
  readonly group: string;
  /** The rule as a sentence. */
  readonly holds: string;
  readonly verdict: Verdict;
  /** How many probes could judge it. */
  readonly probes: number;
  /** How many of them found it broken. */
  readonly broken: number;
  /** Why it was skipped; null where it was not. */
  readonly reason: string | null;
  readonly deviations: readonly Deviation[];
}

/** `excepted`: failed, as the caller expected. */
export type Verdict = 'passed' | 'failed' | 'excepted' | 'skipped';

/** One result for each check, whatever order the findings came in. Findings name it by its id. */
export function judgeChecks(
  groups: readonly Group[],
  findings: readonly Finding[],
  except: readonly string[],
): readonly CheckResult[] {
  const found = new Map<string, Finding[]>();
  for (const finding of findings) {
    const others = found.get(finding.check);
    if (others === undefined) found.set(finding.check, [finding]);
    else others.push(finding);
  }
  return groups.flatMap((group) =>
    Object.entries(group.rules).map(([check, { holds, otherwise }]): CheckResult => {
      const id = `${group.name}/${check}`;
      const own = found.get(id) ?? [];
      const deviations = own.flatMap((finding) => finding.deviations).sort(byRequest);
      return {
        id,
        group: group.name,
        holds,
        verdict: toVerdict(own, deviations, except.includes(id)),
        probes: own.length,
        broken: own.filter((finding) => finding.deviations.length > 0).length,
        reason: own.length > 0 ? null : (otherwise ?? 'nothing of the kind is published'),
        deviations,
      };
    }),
  );
}

function toVerdict(
  findings: readonly Finding[],
  deviations: readonly Deviation[],
  isExcepted: boolean,
): Verdict {
  if (findings.length === 0) return 'skipped';
  if (deviations.length === 0) return 'passed';
  return isExcepted ? 'excepted' : 'failed';
}

/** The request with the fewest header fields first, then by address. */
function byRequest(a: Deviation, b: Deviation): number {
  const fields = ({ request }: Deviation) => Object.keys(request.headers).length;
  return fields(a) - fields(b) || byCodeUnit(toKey(a), toKey(b));
}

function toKey({ request }: Deviation): string {
  return `${request.path} ${request.method} ${JSON.stringify(request.headers)}`;
}
