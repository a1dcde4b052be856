import { describe, expect, it } from 'vitest';
import { describeInChromium } from '../doors/chromium.ts';
import { rowsOf, textOf } from '../doors/page-text.ts';
import { publicationOf } from '../doors/publication.ts';
import { sharedInFile } from '../doors/shared.ts';
import { accessibilityProblems, openSite } from '../doors/site.ts';
import { operator, type Sources, tiny, WITH_PAGES } from '../doors/tiny-dataset.ts';

/** A build that no test changes. */
const published = sharedInFile(publicationOf);

function metric(key: string, type: string, more = ''): string {
  return `- { key: ${key}, name: Name of ${key}, description: Meaning of ${key}., type: ${type}, ${more || 'unit: null, better: none'} }\n`;
}

const FEES = [0.5, 1.5, 1.5, 4];

/** Four operators with values of every kind of metric. */
const MEASURED: Sources = tiny({
  ...WITH_PAGES,
  'metrics.yaml': [
    metric('fee_usd', 'number', 'unit: USD, better: lower, min: 0, max: 100'),
    metric('year', 'integer'),
    metric('streams', 'boolean'),
    metric('odds', 'string'),
    metric('licence', 'string'),
    metric('lonely', 'number', 'unit: "%", better: higher, min: 1'),
    metric('unseen', 'number', 'unit: "%", better: higher, max: 1'),
    metric('old', 'number', 'unit: "%", better: none, retired_at: 2026-08-01, replaced_by: lonely'),
  ].join(''),
  'operators/cedar.yaml': operator(9, 'Cedar'),
  'operators/dune.yaml': operator(10, 'Dune'),
  'operators/elder.yaml': operator(11, 'Elder'),
  ...Object.fromEntries(
    ['anchor', 'birch', 'cedar', 'dune'].map((slug, index) => [
      `facts/${slug}.yaml`,
      [
        claim('fee_usd', index, FEES[index]),
        claim('year', index, 2000 + index * 6),
        claim('streams', index, index > 0),
        claim('odds', index, index > 1 ? 'decimal' : 'fractional'),
        claim('licence', index, `"00${index}"`),
        index === 0 ? claim('lonely', index, 7) : '',
      ].join(''),
    ]),
  ),
});

function claim(key: string, number: number, value: unknown): string {
  return `- { claim_id: ${key}_${number}, metric: ${key}, value: ${value}, evidence_url: "https://seen.example/", observed_at: 2026-10-0${number + 1} }\n`;
}

describe('the page of a metric', () => {
  it('lists the operators, best first', async () => {
    const { read } = await published(MEASURED);
    const page = read('pages/metrics/fee_usd.html');
    expect(rowsOf(page)).toEqual([
      ['Rank', 'Operator', 'Name of fee_usd', 'Evidence', 'Seen on'],
      ['1', 'Anchor', '0.5 USD', 'seen.example', '2026-10-01'],
      ['2', 'Birch', '1.5 USD', 'seen.example', '2026-10-02'],
      ['2', 'Cedar', '1.5 USD', 'seen.example', '2026-10-03'],
      ['4', 'Dune', '4 USD', 'seen.example', '2026-10-04'],
    ]);
    expect(page).toContain('<a href="/operators/dune#fee_usd_3">');
  });

  it.each([
    ['coverage', 'fee_usd', 'Coverage 4 of 5 operators'],
    ['the best', 'fee_usd', 'Best 0.5 USD : Anchor Worst 4 USD : Dune'],
    ['quartiles', 'fee_usd', 'Lower quartile 1.25 USD Median 1.5 USD Upper quartile 2.125 USD'],
    ['both bounds', 'fee_usd', 'Plausible 0 to 100 USD'],
    ['the lower bound', 'lonely', 'Plausible at least 1 %'],
    ['the upper bound', 'unseen', 'Plausible at most 1 %'],
    ['the rankings that use it', 'fee_usd', 'Rankings that use it Cheapest'],
    ['years as they are', 'year', 'Least 2000 Lower quartile 2004.5'],
    ['that values are not ranked', 'year', 'No value is better as such'],
    ['true and false in words', 'streams', 'Yes 3 operators No 1 operator'],
    ['one value as the best', 'lonely', 'Best 7 % : Anchor Least 7 %'],
    ['that there are no values', 'unseen', 'No operator has a current value.'],
    [
      'what replaces it',
      'old',
      'Retired on 2026-08-01 : it has no current values since then. Name of lonely replaces it.',
    ],
  ])('says %s', async (_, key, words) => {
    const { read } = await published(MEASURED);
    expect(textOf(read(`pages/metrics/${key}.html`))).toContain(words);
  });

  it.each([
    [
      'numbers',
      'fee_usd',
      'Histogram of Name of fee_usd for 4 operators: from 0.5 USD to 4 USD, median 1.5 USD.',
    ],
    [
      'repeated texts',
      'odds',
      'Bar chart of Name of odds for 4 operators: the most frequent value is decimal, with 2 operators.',
    ],
    ['texts that all differ', 'licence', null],
    ['one value', 'lonely', null],
    ['no values', 'unseen', null],
  ])('has a chart only where it tells something: %s', async (_, key, label) => {
    const { read } = await published(MEASURED);
    const [, found = null] =
      /aria-label="([^"]*chart of[^"]*|Histogram[^"]*)"/.exec(read(`pages/metrics/${key}.html`)) ??
      [];
    expect(found).toBe(label);
  });

  it('counts the values in ranges with round edges', async () => {
    const { read } = await published(MEASURED);
    const [figure = ''] = /<figure.*?<\/figure>/s.exec(read('pages/metrics/fee_usd.html')) ?? [];
    // 0.5 and 1.5 twice are in the ranges from 0, 1 and 4: the last has its upper edge.
    expect(textOf(figure)).toBe(
      'How many operators have a value in each range (USD) 1 2 1 0 1 2 3 4',
    );
  });
});

describe('the list of metrics', () => {
  it('says what is measured, and of how many operators it is known', async () => {
    const { read } = await published(MEASURED);
    const [head, first, ...others] = rowsOf(read('pages/metrics.html'));
    expect(head).toEqual(['Metric', 'Meaning', 'Unit', 'Type', 'Better', 'Operators']);
    expect(first).toEqual([
      'Name of fee_usd',
      'Meaning of fee_usd.',
      'USD',
      'number',
      'lower',
      '4 of 5',
    ]);
    expect(others.at(-1)).toEqual([
      'Name of old',
      'Meaning of old. Retired on 2026-08-01 , replaced by Name of lonely .',
      '%',
      'number',
      '–',
      '0 of 5',
    ]);
  });
});

describeInChromium('the pages of metrics', (openPage) => {
  it.each(['light', 'dark'] as const)('have nothing for axe in %s', async (colorScheme) => {
    const { url, page, complaints } = await openSite(openPage, MEASURED, 'metrics', {
      colorScheme,
    });
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const key of ['fee_usd', 'old']) {
      await page.goto(`${url}metrics/${key}`);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it('fit a narrow screen', async () => {
    const { page } = await openSite(openPage, MEASURED, 'metrics/fee_usd', {
      viewport: { width: 320, height: 640 },
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
