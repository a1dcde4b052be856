/**
 * Makes datasets of any size from a seed: the same size and seed give the same texts, so that
 * tests and measurements can be repeated.
 *
 * @returns The text of each file of a data folder, by name.
 */
export function generateDataset(operators: number, seed = 1): Record<string, string> {
  const random = seededRandom(seed);
  const files: Record<string, string> = {
    'service.yaml': SERVICE,
    'metrics.yaml': METRICS.map(describeMetric).join(''),
    'categories.yaml': CATEGORIES,
  };
  for (let id = 1; id <= operators; id += 1) {
    const slug = `${pick(FIRST, random)}-${pick(SECOND, random)}-${id}`.toLowerCase();
    const level = pick(['none', 'discretionary', 'threshold', 'required'], random);
    const threshold = level === 'threshold' ? 500 * (1 + below(20, random)) : null;
    files[`operators/${slug}.yaml`] = describeOperator(id, slug, level, threshold, random);
    files[`facts/${slug}.yaml`] = METRICS.filter(
      ({ key }) => key !== 'kyc_threshold_usd' || threshold !== null,
    )
      .map((metric) => describeClaim(metric, id, slug, threshold, random))
      .join('');
  }
  return files;
}

type Random = () => number;

/** A linear congruential generator (Numerical Recipes): small, fast, the same everywhere. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A whole number from zero on that is less than a limit. */
export function below(limit: number, random: Random): number {
  return Math.floor(random() * limit);
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[below(items.length, random)] as T;
}

const FIRST = ['Harbour', 'Copper', 'Lantern', 'Pale', 'Second', 'Quiet', 'Northern', 'Amber'];
const SECOND = ['Nine', 'Heron', 'Quay', 'Otter', 'Leg', 'Furlong', 'Wicket', 'Turnstile'];

const SERVICE = `name: Generated Comparison
site_url: https://generated.example
base_url: https://generated.example/api/v1
contact: { name: Data desk, email: data@generated.example }
license: { name: CC BY 4.0, url: https://creativecommons.org/licenses/by/4.0/ }
attribution: Name the service.
notice: Every operator is generated.
# The same files as other generators are asked for: a page for each claim would be twice as many more.
claim_pages: none
`;

const METRICS = [
  { key: 'usdt_trc20_withdrawal_fee_usd', type: 'number', unit: 'USD', better: 'lower' },
  { key: 'btc_withdrawal_minimum_usd', type: 'number', unit: 'USD', better: 'lower' },
  { key: 'median_withdrawal_minutes', type: 'integer', unit: 'min', better: 'lower' },
  { key: 'no_kyc_withdrawal_limit_usd', type: 'number', unit: 'USD', better: 'higher' },
  { key: 'kyc_threshold_usd', type: 'number', unit: 'USD', better: 'higher' },
  { key: 'supported_assets', type: 'integer', unit: 'null', better: 'higher' },
  { key: 'live_streaming', type: 'boolean', unit: 'null', better: 'none' },
  { key: 'proof_of_reserves', type: 'boolean', unit: 'null', better: 'none' },
  { key: 'support_hours', type: 'string', unit: 'null', better: 'none' },
  { key: 'conversion_fee_percent', type: 'number', unit: '"%"', better: 'lower' },
] as const;
type Metric = (typeof METRICS)[number];

const CATEGORIES = `active:
  - slug: usdt-trc20
    alias: usdt-trc20-withdrawal-fees
    title: Best for USDT withdrawals on TRC-20
    description: By the fee, then by the time a withdrawal takes.
    where: {}
    cite: usdt_trc20_withdrawal_fee_usd
    rank_by:
      - { by: usdt_trc20_withdrawal_fee_usd, order: ascending }
      - { by: median_withdrawal_minutes, order: ascending }
  - slug: no-kyc
    alias: no-kyc-crypto-bookmakers
    title: Best without an identity check
    description: By what can be withdrawn without documents.
    where: { kyc_level: [none, discretionary] }
    cite: no_kyc_withdrawal_limit_usd
    rank_by:
      - { by: no_kyc_withdrawal_limit_usd, order: descending }
removed:
  - slug: lowest-fees
    removed_at: 2026-06-01T00:00:00Z
    reason: Fees differ too much by coin.
    see: usdt-trc20
`;

function describeMetric({ key, type, unit, better }: Metric): string {
  return `- { key: ${key}, name: ${key.replaceAll('_', ' ')}, description: Generated., type: ${type}, unit: ${unit}, better: ${better} }\n`;
}

function describeOperator(
  id: number,
  slug: string,
  level: string,
  threshold: number | null,
  random: Random,
): string {
  return `id: ${id}
name: ${slug.replaceAll('-', ' ')}, Ltd. № ${id}
license_jurisdiction: ${pick(['Curaçao', 'Anjouan', 'Costa Rica', 'null'], random)}
kyc_level: ${level}
kyc_threshold_usd: ${threshold}
accepts_vpn: ${random() < 0.5}
has_mobile_app: ${random() < 0.5}
updated_at: ${moment(random)}
payment_options:
  - { asset: USDT, network: TRC-20, deposit: true, withdrawal: true, note: null }
  - { asset: BTC, network: null, deposit: true, withdrawal: ${random() < 0.5}, note: "Slow, but sure" }
fees:
  - { type: withdrawal, asset: USDT, network: TRC-20, model: flat, amount: ${below(100, random) / 10}, currency: USDT, percent: null, note: null }
  - { type: deposit, model: free }
limits:
  - { type: withdrawal_min, amount: ${below(50, random)}, currency: USDT, period: transaction }
  - { type: withdrawal_max, amount: null, currency: USD, period: day, note: No cap. }
pros: [Withdrawals are processed within an hour, 'Says "no" to nobody']
cons: [No telephone support]
sources:
  - { title: Cashier page, url: https://${slug}.example/cashier, accessed_at: ${moment(random)} }
`;
}

function describeClaim(
  { key, type }: Metric,
  id: number,
  slug: string,
  threshold: number | null,
  random: Random,
): string {
  const values = {
    number: below(1000, random) / 4,
    integer: below(300, random),
    boolean: random() < 0.5,
    string: `"${below(24, random)} to ${below(24, random)} UTC"`,
  };
  return `- claim_id: ${key}_${id}
  metric: ${key}
  value: ${key === 'kyc_threshold_usd' ? threshold : values[type]}
  evidence_url: https://${slug}.example/evidence/${key}
  observed_at: ${moment(random)}
`;
}

function moment(random: Random): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `2026-${two(1 + below(9, random))}-${two(1 + below(28, random))}T${two(below(24, random))}:${two(below(60, random))}:00Z`;
}
