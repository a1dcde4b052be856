import { type Style, showControls } from '../diagnostics/index.ts';
import { toTimestamp } from '../model/index.ts';
import { toCurl } from './curl.ts';
import type { Deviation } from './group.ts';
import type { CheckResult, Verdict, Verification } from './report.ts';

/** Of one check, so many requests are shown; who wants all of them takes JSON. */
const MOST_SHOWN = 3;

/** For people: every check in a table, and below each that failed the requests that show it. */
export function renderVerificationText(verification: Verification, style: Style): string {
  const { checks, baseUrl } = verification;
  const width = Math.max(...checks.map(({ id }) => id.length));
  const groups = [...new Set(checks.map(({ group }) => group))];
  const tables = groups.map((group) =>
    checks
      .filter((check) => check.group === group)
      .flatMap((check) => [
        describeCheck(check, width, style),
        ...showBroken(check, baseUrl, style),
      ])
      .join('\n'),
  );
  return `${[describeSubject(verification, style), ...tables].join('\n\n')}\n`;
}

function describeSubject(verification: Verification, style: Style): string {
  const { baseUrl, generatedAt, namedBaseUrl, comparedWith } = verification;
  const { sampledResources, totalResources, unknownEntries } = verification;
  const time = generatedAt === null ? 'at an unknown time' : toTimestamp(generatedAt);
  const some =
    sampledResources === totalResources
      ? `all ${totalResources} resources`
      : `${sampledResources} of ${totalResources} resources`;
  const other = comparedWith === 'manifest' ? 'its own manifest' : 'the local build';
  return [
    style.place(showControls(baseUrl)),
    `published ${time}; ${some} compared with ${other}`,
    ...(namedBaseUrl === null || namedBaseUrl === baseUrl
      ? []
      : [`the addresses inside the answers begin with ${showControls(namedBaseUrl)}`]),
    ...(unknownEntries === 0
      ? []
      : [
          `not looked at: what a newer version has published (manifest entries: ${unknownEntries})`,
        ]),
  ].join('\n');
}

const MARKS: Readonly<Record<Verdict, string>> = {
  passed: 'ok   ',
  failed: 'FAIL ',
  excepted: 'known',
  skipped: '-    ',
};

function describeCheck(check: CheckResult, width: number, style: Style): string {
  const { id, holds, verdict, reason } = check;
  const mark = verdict === 'failed' ? style.error(MARKS[verdict]) : MARKS[verdict];
  const remark = reason === null ? describeExtent(check) : `not checked: ${reason}`;
  return `  ${mark}  ${id.padEnd(width)}  ${holds} ${style.faint(`(${remark})`)}`;
}

/** How many probes agree, or how many do not. */
function describeExtent({ probes, broken }: CheckResult): string {
  const noun = probes === 1 ? 'probe' : 'probes';
  return broken === 0 ? `${probes} ${noun}` : `broken in ${broken} of ${probes} ${noun}`;
}

function showBroken(check: CheckResult, baseUrl: string, style: Style): readonly string[] {
  const byLine = new Map<string, Deviation[]>();
  for (const deviation of check.deviations) {
    const line = toCurl(baseUrl, deviation);
    byLine.set(line, [...(byLine.get(line) ?? []), deviation]);
  }
  const more = byLine.size - MOST_SHOWN;
  return [
    ...[...byLine].slice(0, MOST_SHOWN).flatMap(([line, deviations]) => show(line, deviations)),
    ...(more > 0 ? [style.faint(`         and ${more} more; --format json lists them all`)] : []),
  ];
}

/** What a host sends may hold what steers a terminal; C1 controls pass as letters of Latin-1. */
function show(line: string, deviations: readonly Deviation[]): readonly string[] {
  return [
    `         ${showControls(line)}`,
    ...deviations.flatMap(({ expected, actual }) => [
      `           expected  ${showControls(expected)}`,
      `           actual    ${showControls(actual)}`,
    ]),
  ];
}
