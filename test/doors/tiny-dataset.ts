import type { Service } from '../../src/model/index.ts';

/** Texts of a data folder by name. Null takes a file away. */
export type Sources = Readonly<Record<string, string | Uint8Array | null>>;

/** The smallest sound dataset: two operators, two metrics, one ranking of each kind of address. */
export const TINY: Readonly<Record<string, string>> = {
  'service.yaml': `name: Tiny Comparison
site_url: https://tiny.example
base_url: https://tiny.example/api/v1
contact: { name: Desk, email: desk@tiny.example }
license: { name: CC BY 4.0, url: https://creativecommons.org/licenses/by/4.0/ }
attribution: Name the service.
notice: null
pages: false
`,
  'metrics.yaml': `- key: fee_usd
  name: Fee (USD)
  description: What a withdrawal costs.
  type: number
  unit: USD
  better: lower
- key: streams
  name: Live streams
  description: Whether matches are streamed.
  type: boolean
  unit: null
  better: none
`,
  'categories.yaml': `active:
  - slug: cheapest
    alias: lowest-withdrawal-fee
    title: Cheapest
    description: By fee.
    where: {}
    cite: fee_usd
    rank_by:
      - { by: fee_usd, order: ascending }
removed:
  - slug: fastest
    removed_at: 2026-06-01T00:00:00Z
    reason: Speed could not be measured
    see: cheapest
`,
  'operators/anchor.yaml': operator(7, 'Anchor'),
  'operators/birch.yaml': operator(3, 'Birch'),
  'facts/anchor.yaml': `- claim_id: fee_usd_1
  metric: fee_usd
  value: 1.5
  evidence_url: https://anchor.example/fees
  observed_at: 2026-10-01T00:00:00Z
`,
};

/** An entry of `fees`, and one of `limits`, with all that they need. */
export const FEE = '{ type: betting, model: flat, amount: 5, currency: USD }';
export const LIMIT = '{ type: stake_min, amount: 5, currency: USD, period: day }';

/** An operator file with nothing in its lists. */
export function operator(id: number, name: string, more = ''): string {
  return `id: ${id}
name: ${name}
license_jurisdiction: null
kyc_level: none
accepts_vpn: true
has_mobile_app: false
updated_at: 2026-10-02T09:30:00Z
payment_options: []
fees: []
limits: []
pros: []
cons: []
sources: []
${more}`;
}

/** The source that says which pages claims have: a change of the tiny dataset. */
export function claimPages(choice: Service['claim_pages']): Sources {
  return { 'service.yaml': `${TINY['service.yaml']}claim_pages: ${choice}\n` };
}

/** The source of a service with pages: a change of the tiny dataset, which has none. */
export const WITH_PAGES: Sources = {
  'service.yaml': (TINY['service.yaml'] ?? '').replace('pages: false', 'pages: true'),
};

/** The tiny dataset with some files changed, added or taken away. */
export function tiny(changes: Sources = {}): Sources {
  return { ...TINY, ...changes };
}

/** The same dataset with pages for people beside the API. */
export function withPages(sources: Sources = TINY): Sources {
  const service = String(sources['service.yaml']);
  return { ...sources, 'service.yaml': service.replace('pages: false', 'pages: true') };
}

/** A file of the tiny dataset with a part of it written otherwise: a change of that dataset. */
export function change(name: string, from: string, to: string): Sources {
  const text = TINY[name] ?? '';
  if (!text.includes(from)) throw new Error(`The tiny ${name} has no ${JSON.stringify(from)}`);
  return { [name]: text.replace(from, to) };
}

/** A claim, or a part of one, that declares that a field had other values before. */
export function corrected(claim: string, field: string, ...was: readonly string[]): string {
  const entries = was.map(
    (value) =>
      `\n    - { at: 2026-11-02T00:00:00Z, field: ${field}, was: ${value}, reason: Misread }`,
  );
  return `${claim.trimEnd()}\n  corrections:${entries.join('')}\n`;
}

export const inAnchor = (from: string, to: string) => change('operators/anchor.yaml', from, to);
export const inClaim = (from: string, to: string) => change('facts/anchor.yaml', from, to);
export const inMetrics = (from: string, to: string) => change('metrics.yaml', from, to);
export const inCategories = (from: string, to: string) => change('categories.yaml', from, to);

/** Sources that were read in a year, a minute after each other. */
export function readAfter(year: number, count: number): string {
  const times = Array.from({ length: count }, (_, minute) => String(minute).padStart(2, '0'));
  return times
    .map(
      (minute) =>
        `  - { title: Page ${minute}, url: https://birch.example/${minute}, accessed_at: ${year}-10-01T00:${minute}:00Z }\n`,
    )
    .join('');
}

/** The tiny dataset of an API that will end; the address has what configuration languages read. */
export const DEPRECATED: Sources = tiny({
  'service.yaml': `${TINY['service.yaml']}deprecation:
  since: 2027-01-01T00:00:00Z
  sunset: 2027-07-01T12:30:00Z
  details: https://tiny.example/v2?why=$status&by=%7Bpath%7D&at=100%25
`,
});

/** JSON that any parser reads, and that fills the stack of whoever writes it again. */
export const NESTED_DEEP = '['.repeat(20_000) + ']'.repeat(20_000);

/** A dataset with as little in it as there can be. */
export const EMPTY: Sources = tiny({
  ...Object.fromEntries(
    Object.keys(TINY)
      .filter((name) => name.includes('/'))
      .map((name) => [name, null]),
  ),
  'metrics.yaml': '[]\n',
  'categories.yaml': 'active: []\nremoved: []\n',
});
