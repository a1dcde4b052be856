import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../src/diagnostics/index.ts';
import {
  checkFileCount,
  checkFileSize,
  compareConfiguration,
  HOSTS,
  type Host,
} from '../../src/hosts/index.ts';
import type { Code } from '../../src/index.ts';
import { holdAgainst } from '../doors/check-sources.ts';
import { OF_BIRCH, publishedClaim } from '../doors/published-claim.ts';
import {
  change,
  corrected,
  FEE,
  inAnchor,
  inCategories,
  inClaim,
  inMetrics,
  operator,
  readAfter,
  type Sources,
  TINY,
} from '../doors/tiny-dataset.ts';

/** Changes to the tiny dataset, as texts or on the disk, that bring one code about, or what does. */
export type Case =
  | Sources
  | { readonly onDisk: (folder: string) => void }
  | { readonly found: () => readonly Diagnostic[] };

const inService = (from: string, to: string) => change('service.yaml', from, to);
const inBirch = (from: string, to: string) => change('operators/birch.yaml', from, to);

/** A second claim of Anchor, after the first. */
const secondClaim = (id: string, end = '', metric = 'fee_usd', value = '2'): Sources => ({
  'facts/anchor.yaml': `${TINY['facts/anchor.yaml']}- claim_id: ${id}
  metric: ${metric}
  value: ${value}
  evidence_url: https://anchor.example/fees
  observed_at: 2026-10-01T00:00:00Z
${end}`,
});

/** A host that takes next to nothing. */
const smallHost: Host = {
  name: 'cloudflare',
  limits: { files: 20_000, filesInFolder: 54_000, fileSize: 26_214_400, source: '' },
  defaultRoot: 'dist',
  hasEdgeCode: false,
  configure: () => [],
};

/** One fixture for each code. A code without a case does not compile. */
export const cases: { readonly [C in Code]: Case } = {
  'source/not-utf8': {
    'operators/birch.yaml': Buffer.from(operator(3, 'Curaçao Bets'), 'latin1'),
  },
  'source/too-large': { 'facts/birch.yaml': `# ${'x'.repeat(300_000)}\n[]\n` },
  'source/control-character': inBirch('name: Birch', 'name: Bir\u0007ch'),
  'source/empty': { 'facts/birch.yaml': '# no claims yet\n' },
  'source/not-a-file': { onDisk: (folder) => mkdirSync(join(folder, 'operators/cedar.yaml')) },
  'source/not-a-folder': {
    onDisk: (folder) => {
      rmSync(join(folder, 'facts'), { recursive: true });
      writeFileSync(join(folder, 'facts'), '../elsewhere/facts');
    },
  },
  'source/link-outside': {
    onDisk: (folder) => {
      writeFileSync(join(folder, '../elsewhere.yaml'), operator(8, 'Cedar'));
      symlinkSync('../../elsewhere.yaml', join(folder, 'operators/cedar.yaml'));
    },
  },
  'source/broken-link': {
    onDisk: (folder) => symlinkSync('gone.yaml', join(folder, 'operators/cedar.yaml')),
  },
  'source/case-clash': { 'operators/Birch.yaml': operator(8, 'Beech') },
  'source/unexpected-file': { 'operator/cedar.yaml': operator(8, 'Cedar') },
  'source/unexpected-folder': {
    'operator/cedar.yaml': operator(8, 'Cedar'),
    'operator/elm.yaml': operator(9, 'Elm'),
  },
  'source/missing-file': { 'metrics.yaml': null },
  'source/wrong-folder': Object.fromEntries(
    Object.entries(TINY).flatMap(([name, text]) => [
      [name, null],
      [`tiny/${name}`, text],
    ]),
  ),

  'yaml/syntax': inBirch('name: Birch', 'name: Birch: the tree'),
  'yaml/merge-conflict': inBirch(
    'name: Birch\n',
    '<<<<<<< HEAD\nname: Birch\n=======\nname: Birch Bets\n>>>>>>> rename-birch\n',
  ),
  'yaml/duplicate-key': inBirch('accepts_vpn: true', 'accepts_vpn: true\naccepts_vpn: false'),
  'yaml/key-not-text': inBirch('pros: []', 'pros: []\n12: twelve'),
  'yaml/decimal-comma': inBirch(
    'fees: []',
    'fees:\n  - { type: withdrawal, model: flat, amount: 1,5, currency: USD }',
  ),
  'yaml/several-documents': inBirch('pros: []', '---\npros: []'),
  'yaml/directive': { 'operators/birch.yaml': `%YAML 1.1\n---\n${operator(3, 'Birch')}` },
  'yaml/tag': inBirch('name: Birch', 'name: !person Birch'),
  'yaml/cut-by-comment': inBirch('name: Birch', 'name: Birch #9'),
  'yaml/joined-entry': inBirch('pros: []', 'pros:\n  - Fast\n   - Clear'),
  'yaml/stray-quote': inBirch('name: Birch', 'name: “Birch”'),
  'yaml/unused-anchor': inBirch('name: Birch', 'name: &Silver Birch'),
  'yaml/alias-bomb': inBirch('pros: []', billionLaughs()),
  'yaml/alias-cycle': inBirch('pros: []', 'pros: &all [Fast, *all]'),
  'yaml/number-inexact': inClaim('value: 1.5', 'value: 9007199254740993'),
  'yaml/number-not-finite': inClaim('value: 1.5', 'value: .inf'),
  'yaml/reserved-key': inCategories('where: {}', 'where: { __proto__: 1 }'),
  'yaml/character': inBirch('name: Birch', 'name: "Bir\\u0000ch"'),
  'yaml/too-deep': inBirch('pros: []', `pros: ${'['.repeat(5000)}${']'.repeat(5000)}`),

  'field/unknown': inBirch('accepts_vpn', 'acepts_vpn'),
  'field/comma': inClaim(
    'value: 1.5',
    'value: 1.5\n  retracted: { at: 2026-10-02T00:00:00Z, reason: Wrong page, misread }',
  ),
  'field/merge-key': {
    'facts/anchor.yaml': `${TINY['facts/anchor.yaml']?.replace('- ', '- &fee\n  ')}- <<: *fee
  claim_id: fee_usd_2
`,
  },
  'field/missing': inBirch('kyc_level: none\n', ''),
  'field/type': inBirch('accepts_vpn: true', 'accepts_vpn: yes'),
  'field/choice': inBirch('kyc_level: none', 'kyc_level: treshold'),
  'field/range': inBirch('id: 3', 'id: 0'),
  'field/list-empty': inCategories('\n      - { by: fee_usd, order: ascending }', ' []'),
  'field/repeated-entry': inBirch('cons: []', 'cons:\n  - Slow\n  - Closed on Sundays\n  - Slow'),
  'field/blank': inBirch('name: Birch', 'name: ""'),
  'field/csv-unsafe': inBirch('name: Birch', 'name: "=Birch"'),
  'field/invisible': inBirch('name: Birch', 'name: "Bir\\u200bch"'),
  'field/lost-character': inBirch('name: Birch', 'name: B\ufffdrch'),
  'field/outer-space': inBirch('name: Birch', 'name: |\n  Birch'),
  'field/slug': inCategories('slug: cheapest', 'slug: The Cheapest'),
  'field/metric-key': inMetrics('key: streams', 'key: Live-Streams'),
  'field/claim-id': inClaim('claim_id: fee_usd_1', 'claim_id: fee_usd'),
  'field/too-long': inClaim('value: 1.5', `value: 1.5\n  quote: ${'x'.repeat(301)}`),
  'field/url': inClaim('https://anchor.example/fees', 'anchor.example/fees'),
  'field/email': inService('desk@tiny.example', 'desk at tiny.example'),
  'field/base-url': inService('tiny.example/api/v1', 'tiny.example/api'),
  'field/timestamp': inBirch('2026-10-02T09:30:00Z', '2026-10-02 09:30'),

  'service/contact': inService(', email: desk@tiny.example', ''),
  'service/early-sunset': inService(
    'notice: null\n',
    'deprecation:\n  since: 2027-07-01T00:00:00Z\n  sunset: 2027-01-01T00:00:00Z\n  details: https://tiny.example/v2\n',
  ),
  'operator/kyc-threshold': inBirch('kyc_level: none', 'kyc_level: none\nkyc_threshold_usd: 2000'),
  'fee/figures': inBirch('fees: []', 'fees:\n  - { type: withdrawal, model: flat, amount: 1.5 }'),
  'figure/twice': inAnchor('fees: []', `fees:\n  - ${FEE.replace(' }', ', metric: fee_usd }')}`),
  'figure/metric': inAnchor(
    'fees: []',
    'fees:\n  - { type: betting, model: flat, metric: streams }',
  ),
  'figure/disagrees': {
    ...inAnchor('fees: []', `fees:\n  - ${FEE}`),
    ...inBirch('fees: []', 'fees:\n  - { type: betting, model: flat, metric: fee_usd }'),
  },
  'limit/currency': inBirch(
    'limits: []',
    'limits:\n  - { type: deposit_min, amount: 10, period: transaction }',
  ),
  'operator/ending': inBirch('name: Birch', 'name: Birch\nstatus: closed'),
  'operator/merged-into': inBirch(
    'name: Birch',
    'name: Birch\nstatus: merged\nended_at: 2026-10-01\nmerged_into: ancor',
  ),
  'operator/duplicate-slug': inBirch('name: Birch', 'name: Birch\nformer_slugs: [anchor]'),
  'operator/no-date': inBirch('updated_at: 2026-10-02T09:30:00Z\n', ''),
  'metric/bounds': inMetrics('unit: null', 'unit: null\n  min: 1'),
  'metric/replaced-in-use': inMetrics('unit: null', 'unit: null\n  replaced_by: fee_usd'),
  'metric/replaced-by': inMetrics(
    'unit: null',
    'unit: null\n  retired_at: 2026-10-01\n  replaced_by: fee_us',
  ),
  'claim/retired-metric': {
    ...inMetrics('unit: null', 'unit: null\n  retired_at: 2026-10-01'),
    ...secondClaim('streams_1', '', 'streams', 'true'),
  },
  'category/retired-metric': {
    ...inMetrics('unit: null', 'unit: null\n  retired_at: 2026-10-01'),
    ...inCategories('where: {}', 'where: { streams: true }'),
  },
  'claim/implausible': inMetrics('unit: USD', 'unit: USD\n  min: 0\n  max: 1'),
  'claim/observations-order': inClaim(
    'observed_at: 2026-10-01T00:00:00Z',
    'observed_at: [2026-10-01, 2026-09-01]',
  ),
  'claim/two-fates': secondClaim(
    'fee_usd_2',
    '  superseded_by: fee_usd_1\n  retracted: { at: 2026-10-06T00:00:00Z, reason: Wrong page. }\n',
  ),

  'operator/file-name': { 'operators/Cedar Bets.yaml': operator(8, 'Cedar') },
  'operator/duplicate-id': { 'operators/cedar.yaml': operator(3, 'Cedar') },
  'operator/duplicate-name': { 'operators/cedar.yaml': operator(8, 'Birch') },
  'facts/no-operator': { 'facts/brich.yaml': '[]\n' },
  'metric/duplicate-key': inMetrics('key: streams', 'key: fee_usd'),
  'metric/unknown': inClaim('metric: fee_usd', 'metric: fee_us'),
  'claim/duplicate-id': secondClaim('fee_usd_1', '  superseded_by: fee_usd_1\n'),
  'facts/copied': {
    ...secondClaim('streams_1', '', 'streams', 'true'),
    'facts/birch.yaml': secondClaim('streams_1', '', 'streams', 'true')['facts/anchor.yaml'] ?? '',
  },
  'claim/id-metric': inClaim('claim_id: fee_usd_1', 'claim_id: streams_1'),
  'claim/value-type': inClaim('value: 1.5', 'value: "1.5"'),
  'claim/several-current': secondClaim('fee_usd_2'),
  'claim/disagrees': {
    ...inMetrics('key: streams', 'key: accepts_vpn'),
    ...secondClaim('accepts_vpn_1', '', 'accepts_vpn', 'false'),
  },
  'claim/early-retraction': inClaim(
    'value: 1.5',
    'value: 1.5\n  retracted: { at: 2025-10-02T00:00:00Z, reason: Misread. }',
  ),
  'claim/superseded-by': inClaim('value: 1.5', 'value: 1.5\n  superseded_by: fee_usd_11'),
  'category/duplicate-address': inCategories('slug: fastest', 'slug: lowest-withdrawal-fee'),
  'category/unknown-field': inCategories('by: fee_usd', 'by: fees_usd'),
  'category/not-comparable': inCategories('where: {}', 'where: { kyc_level: nonee }'),
  'category/see': inCategories('see: cheapest', 'see: cheepest'),
  'host/configuration-differs': {
    found: () =>
      compareConfiguration(
        'netlify',
        { path: 'netlify.toml', text: '[build]\n  publish = "out"\n' },
        { path: 'netlify.toml', text: '[build]\n  publish = "dist"\n' },
      ),
  },
  'host/configuration-missing': {
    found: () =>
      compareConfiguration(
        'netlify',
        { path: 'netlify.toml', text: null },
        { path: 'netlify.toml', text: '[build]\n' },
      ),
  },
  'host/too-many-files': {
    found: () =>
      checkFileCount(smallHost, 'dist', {
        files: 28_050,
        inFolders: new Map(),
        claimPages: { json: 10_000, csv: 10_000 },
      }),
  },
  'host/too-many-files-in-folder': {
    found: () =>
      checkFileCount(HOSTS.netlify, 'dist', {
        files: 81_060,
        inFolders: new Map([['api/v1/operators', 54_004]]),
        claimPages: { json: 0, csv: 0 },
      }),
  },
  'host/file-too-large': {
    found: () => checkFileSize(smallHost, { path: 'dist/api/v1/operators.json', size: 27_262_976 }),
  },
  'claim/idle-correction': inClaim('value: 1.5', corrected('value: 1.5', 'value', '1.5')),
  'registry/claim-vanished': {
    found: () => holdAgainst({ claims: [publishedClaim({ claimId: 'fee_usd_0' })] }, TINY),
  },
  'registry/metric-vanished': {
    found: () =>
      holdAgainst(
        {
          claims: ['odds_1', 'odds_2'].map((claimId) =>
            publishedClaim({ claimId, metric: 'odds' }),
          ),
        },
        TINY,
        'dist',
      ),
  },
  'registry/metric-changed': {
    found: () =>
      holdAgainst(
        {
          claims: [publishedClaim()],
          metrics: [{ key: 'fee_usd', type: 'number', unit: 'EUR', better: 'lower' }],
        },
        TINY,
      ),
  },
  'registry/claim-changed': {
    found: () => holdAgainst({ claims: [publishedClaim(OF_BIRCH)] }, TINY),
  },
  'registry/claim-value-changed': {
    found: () => holdAgainst({ claims: [publishedClaim({ value: 15 })] }, TINY, 'dist'),
  },
  'registry/claim-evidence-changed': {
    found: () =>
      holdAgainst(
        { claims: [publishedClaim({ evidenceUrl: 'https://anchor.example/cashier' })] },
        TINY,
      ),
  },
  'registry/claim-observation-changed': {
    found: () =>
      holdAgainst({ claims: [publishedClaim({ firstObservedAt: '2026-09-01T00:00:00Z' })] }, TINY),
  },
  'registry/correction-vanished': {
    found: () => {
      const corrections = [{ at: '2026-10-02T00:00:00Z', field: 'value', was: 15 }];
      return holdAgainst({ claims: [publishedClaim({ corrections })] }, TINY);
    },
  },
  'registry/operator-id': {
    found: () =>
      holdAgainst({ claims: [publishedClaim({ operatorId: 3, operatorSlug: 'anchor' })] }, TINY),
  },
  'registry/operator-vanished': {
    found: () => holdAgainst({ operators: [{ id: 12, slug: 'cedar', formerSlugs: [] }] }, TINY),
  },
  'registry/slug-vanished': {
    found: () => holdAgainst({ operators: [{ id: 3, slug: 'beech', formerSlugs: [] }] }, TINY),
  },
  'registry/ranking-changed': {
    found: () =>
      holdAgainst({ rankings: [{ name: 'cheapest', isRemoved: true, aliasOf: null }] }, TINY),
  },
  'registry/ranking-vanished': {
    found: () =>
      holdAgainst({ rankings: [{ name: 'dearest', isRemoved: false, aliasOf: null }] }, TINY),
  },
  'date/clock': inBirch('sources: []', `sources:\n${readAfter(2062, 11)}`),
  'date/future': inClaim('2026-10-01T00:00:00Z', '2062-10-01T00:00:00Z'),
};

/** Lists of lists of lists: a few lines that stand for a million values. */
function billionLaughs(): string {
  const lines = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
  for (const [name, of] of ['ba', 'cb', 'dc', 'ed', 'fe']) {
    lines.push(`${name}: &${name} [${Array(10).fill(`*${of}`).join(', ')}]`);
  }
  return lines.join('\n');
}
