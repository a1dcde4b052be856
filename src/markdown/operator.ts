import {
  type Claim,
  type Dataset,
  dayOf,
  isActive,
  isCurrent,
  lastObserved,
  type Operator,
  operatorPageUrl,
  summaryNames,
  toOrdered,
} from '../model/index.ts';
import {
  asAutolink,
  inMarkdownAtLineStart,
  markdownTable,
  inMarkdownWithoutLinks as plain,
} from '../represent/index.ts';
import {
  assetInWords,
  type Document,
  feeInWords,
  limitInWords,
  operatorPath,
  type ResourcePath,
  UNKNOWN,
  verificationInWords,
  yesOrNo,
} from '../resources/index.ts';
import {
  citing,
  code,
  ending,
  list,
  notice,
  OBSERVATION,
  observation,
  page,
  pagePath,
  READING,
  section,
  title,
  withUnit,
} from './page.ts';

/** How many earlier values a page lists, the newest first. */
const MOST_EARLIER_VALUES = 20;

/** `/operators/{slug}.md`: one operator, also at its former slugs. */
export function operatorPage(
  operator: Operator,
  { metrics, service }: Pick<Dataset, 'metrics' | 'service'>,
): Document {
  const [path, ...former] = [operator.slug, ...operator.former_slugs].map((slug) =>
    pagePath(operatorPath(slug)),
  );
  const paths = [path as ResourcePath, ...former] as const; // there is a slug
  const claimsPath = service.operator_claims ? `${operatorPath(operator.slug)}/claims` : 'claims';
  const { name, slug, fees, limits, pros, cons, sources } = operator;
  const made = page(paths, () => [
    title(name),
    `Comparison data about the crypto bookmaker (“operator”) ${code(slug)}, last updated on ${dayOf(operator.updated_at)}. What is not listed is not known. ${READING}`,
    notice(service),
    list(summary(operator, service)),
    facts(operator, metrics, citing(service)),
    history(operator, metrics, `${service.base_url}/${claimsPath}.json`),
    section(
      'Fees',
      fees.map((fee) => `${plain(feeInWords(fee))}${remarks(fee)}`),
    ),
    section(
      'Limits',
      limits.map((limit) => `${plain(limitInWords(limit))}${remarks(limit)}`),
    ),
    section('Payment options', paymentsInWords(operator)),
    section('Pros', pros.map(inMarkdownAtLineStart)),
    section('Cons', cons.map(inMarkdownAtLineStart)),
    section(
      'Sources',
      sources.map(
        ({ title, url, accessed_at }) =>
          `${inMarkdownAtLineStart(title)}: ${asAutolink(url)}, read on ${dayOf(accessed_at)}`,
      ),
    ),
    ending(service, [
      ['This operator as JSON', `operators/${slug}.json`],
      ['Its current claims as CSV', `operators/${slug}/facts.csv`],
      ['Everything else', 'index.md'],
    ]),
  ]);
  return { ...made, operator: slug };
}

function summary(operator: Operator, service: Dataset['service']): readonly string[] {
  const { license_jurisdiction, accepts_vpn, has_mobile_app, website } = operator;
  const entries: readonly (readonly [string, string | null])[] = [
    ['Status', statusInWords(operator)],
    [
      summaryNames.license_jurisdiction,
      license_jurisdiction === null ? UNKNOWN : plain(license_jurisdiction),
    ],
    [summaryNames.kyc_level, plain(verificationInWords(operator))],
    [summaryNames.accepts_vpn, yesOrNo(accepts_vpn)],
    [summaryNames.has_mobile_app, yesOrNo(has_mobile_app)],
    ['Website', website === null ? null : asAutolink(website)],
    [`Page at ${plain(service.name)}`, asAutolink(operatorPageUrl(operator, service))],
  ];
  return entries.flatMap(([what, value]) => (value === null ? [] : [`${what}: ${value}`]));
}

function statusInWords(operator: Operator): string {
  const { status, ended_at, ended_reason, merged_into } = operator;
  if (isActive(operator)) return status;
  const into = merged_into === null ? '' : ` into ${code(merged_into)}`;
  const at = ended_at === null ? '' : ` on ${dayOf(ended_at)}`;
  const why = ended_reason === null ? '' : `: ${plain(ended_reason)}`;
  return `${status}${into}${at}${why}`;
}

type Metrics = Dataset['metrics'];

/** What a claim states, as cells. */
function statement(claim: Claim, metrics: Metrics): readonly string[] {
  const metric = metrics.get(claim.metric);
  return [plain(metric?.name ?? claim.metric), withUnit(claim.value, metric?.unit ?? null)];
}

function facts({ claims }: Operator, metrics: Metrics, citing: string): string {
  const current = claims.filter(isCurrent);
  const rows = current.map((claim) => [...statement(claim, metrics), ...observation(claim)]);
  const head = ['Metric', 'Value', ...OBSERVATION];
  return `## Facts\n\n${rows.length === 0 ? 'No claim is current.' : `${citing}\n\n${markdownTable(head, rows)}`}`;
}

function history({ claims }: Operator, metrics: Metrics, all: string): string | null {
  const earlier = claims
    .filter((claim) => !isCurrent(claim))
    .map((claim) => ({ claim, seen: toOrdered(lastObserved(claim)) }))
    .sort((a, b) => (a.seen === b.seen ? 0 : a.seen < b.seen ? 1 : -1));
  if (earlier.length === 0) return null;
  const shown = earlier.slice(0, MOST_EARLIER_VALUES);
  const rows = shown.map(({ claim }) => [
    ...statement(claim, metrics),
    ...observation(claim).slice(0, 2),
    fateInWords(claim),
  ]);
  const head = ['Metric', 'Value', ...OBSERVATION.slice(0, 2), 'What became of it'];
  const more = earlier.length - shown.length;
  const rest = more === 0 ? '' : `\n\n${more} more are in ${asAutolink(all)}.`;
  return `## Earlier values\n\n${markdownTable(head, rows)}${rest}`;
}

function fateInWords({ superseded_by, retracted }: Claim): string {
  if (retracted !== null) return `retracted on ${dayOf(retracted.at)}: ${plain(retracted.reason)}`;
  return superseded_by === null ? '' : `superseded by ${code(superseded_by)}`;
}

/** The claim that states a figure, and a note. */
function remarks({ claim_id, note }: Pick<Operator['fees'][number], 'claim_id' | 'note'>): string {
  const claim = claim_id === null ? '' : ` (claim ${code(claim_id)})`;
  return `${claim}${note === null ? '' : `. ${plain(note)}`}`;
}

function paymentsInWords({ payment_options }: Operator): readonly string[] {
  const ways = [
    ['Deposits and withdrawals', true, true],
    ['Deposits only', true, false],
    ['Withdrawals only', false, true],
    ['Neither deposits nor withdrawals', false, false],
  ] as const;
  return ways.flatMap(([way, deposit, withdrawal]) => {
    const options = payment_options
      .filter((option) => option.deposit === deposit && option.withdrawal === withdrawal)
      .map(
        ({ asset, network, note }) =>
          `${plain(assetInWords(asset, network))}${note === null ? '' : ` – ${plain(note)}`}`,
      );
    return options.length === 0 ? [] : [`${way}: ${options.join('; ')}`];
  });
}
