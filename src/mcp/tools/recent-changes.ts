import * as z from 'zod';
import type { AskOptions, Change } from '../../client/index.ts';
import { ANSWERS } from '../../resources/index.ts';
import { lookUp, requireMetrics } from '../look-up.ts';
import { sameName } from '../nearest-names.ts';
import type { Api } from '../open-api.ts';
import { day } from '../phrases.ts';
import { defineTool, limit, list } from '../tool.ts';

const { fields } = ANSWERS.changes;

export const recentChanges = defineTool({
  name: 'recent_changes',
  description: 'What changed between publications, newest first.',
  input: {
    since: z.iso.date().optional().describe('YYYY-MM-DD'),
    operator: z.string().max(200).optional().describe('Slug or name'),
    metric: z.string().max(200).optional().describe('Key or name'),
    limit,
  },
  output: {
    changes: z.array(
      z.object({ ...fields, kind: z.string() }).pick({
        changed_at: true,
        kind: true,
        operator_slug: true,
        metric: true,
        category: true,
        field: true,
        old: true,
        new: true,
        claim_id: true,
        evidence_url: true,
        observed_at: true,
      }),
    ),
  },
  async draft({ since, operator, metric }, api, options) {
    const changes = await changesSince(since, api, options);
    const slug = operator === undefined ? null : await slugOf(operator, changes, api, options);
    const keys = new Set(changes.flatMap((change) => change.metric ?? []));
    const [key = null] =
      metric === undefined ? [] : await requireMetrics([metric], keys, api, options);
    const found = changes.filter(
      (change) =>
        (since === undefined || change.changed_at >= since) &&
        (slug === null || change.operator_slug === slug) &&
        (key === null || change.metric === key),
    );
    return {
      path: 'changes',
      head: `${found.length} ${found.length === 1 ? 'change' : 'changes'}.`,
      lists: [list('changes', found, describeChange)],
    };
  },
});

/** How far back the answers of years are read. */
const MOST_YEARS = 10;

/** All changes since a day, which are in the answers of years if `/changes` no longer has them. */
async function changesSince(
  since: string | undefined,
  { client }: Api,
  options: AskOptions,
): Promise<readonly Change[]> {
  const { meta, data } = await client.changes(options);
  const oldest = data.at(-1)?.changed_at;
  const isWhole = data.length < meta.limit || oldest === undefined;
  if (isWhole || since === undefined || since > oldest) return data;
  const last = yearOf(oldest);
  const count = Math.min(MOST_YEARS, last - yearOf(since) + 1);
  const years = Array.from({ length: count }, (_, back) => last - back);
  const answers = await Promise.all(years.map((year) => client.changesOfYear(year, options)));
  return [
    ...data.filter(({ changed_at }) => yearOf(changed_at) > last),
    ...answers.flatMap((answer) => (answer.status === 200 ? answer.data : [])),
  ];
}

function yearOf(time: string): number {
  return Number(time.slice(0, 4));
}

/** The slug of an operator that changes are asked for, whether or not there are any. */
async function slugOf(
  given: string,
  changes: readonly Change[],
  api: Api,
  options: AskOptions,
): Promise<string> {
  const named = changes.flatMap(({ operator_slug, operator }) =>
    operator_slug === null ? [] : [{ key: operator_slug, name: operator ?? operator_slug }],
  );
  const known = sameName(given, named);
  if (known !== undefined) return known.key;
  const ask = (name: string) => api.client.operator(name, options);
  const { data } = await lookUp('operator', given, api, options, ask);
  return data[0].slug;
}

function describeChange(change: Change): string {
  const { changed_at, kind, operator, metric, category, field, item } = change;
  const what = [operator, metric ?? category, field, item].filter((part) => part !== null);
  const values = [change.old, change.new].map((value) => (value === null ? '-' : asText(value)));
  return `- ${day(changed_at)} ${kind}: ${what.join(', ')}: ${values.join(' → ')}${claimOf(change)}`;
}

function claimOf({ claim_id, observed_at, evidence_url }: Change): string {
  if (claim_id === null) return '';
  const seen = observed_at === null ? [] : [`observed ${day(observed_at)}`];
  return ` (${[claim_id, ...seen, ...(evidence_url === null ? [] : [evidence_url])].join(', ')})`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
