import { CHANGE_LINKS } from './changes/index.ts';
import { DESCRIPTION_LINKS, describeApi } from './contract/index.ts';
import { type Checked, orderDiagnostics } from './diagnostics/index.ts';
import type { Clock, Dataset, Frame, ListedOperator } from './model/index.ts';
import {
  type Aggregates,
  aggregate,
  planResources,
  type ResourceGroup,
  SNAPSHOTS_LINK,
} from './resources/index.ts';
import type { DataFile } from './source/index.ts';
import { NO_RECALL, type Recall, validate } from './validate/index.ts';

/** What a build is asked for besides what the sources say. */
export interface Overrides {
  /** Where the API will be, instead of `base_url` of the service; ends in /api/v1. */
  readonly baseUrl?: string | undefined;
  /** Where the pages are, instead of `site_url` of the service. */
  readonly siteUrl?: string | undefined;
  /** Whether to write compressed siblings, `.gz` and `.br`, beside every file. */
  readonly precompress?: boolean | undefined;
  /** Whether to publish downloads of the whole release. */
  readonly snapshots?: boolean | undefined;
}

/**
 * From files to the dataset, or to everything that is wrong with them.
 *
 * @param recall What is known of sources that have not changed.
 */
export function check(
  folder: string,
  files: Checked<Iterable<DataFile>>,
  clock: Clock,
  recall: Recall = NO_RECALL,
): Checked<Dataset | null> & { readonly counts: Counts } {
  const operators: ListedOperator[] = [];
  const keep = (operator: ListedOperator) => operators.push(operator);
  const { value, ...rest } = inspect(folder, files, clock, keep, recall);
  operators.sort((a, b) => a.id - b.id);
  return { value: value && { ...value, operators }, ...rest };
}

/**
 * The same, but for the operators, which are handed over one by one, so that no more of them has to
 * be kept than somebody needs.
 */
export function inspect(
  folder: string,
  files: Checked<Iterable<DataFile>>,
  { now }: Clock,
  onOperator: (operator: ListedOperator) => void = () => {},
  recall: Recall = NO_RECALL,
): Checked<Frame | null> & { readonly counts: Counts } {
  let [operators, claims] = [0, 0];
  const { value, diagnostics } = validate(folder, files, now, recall, (operator) => {
    operators += 1;
    claims += operator.claimCount;
    onOperator(operator);
  });
  const [metrics, categories] = [value?.metrics.size ?? 0, value?.activeCategories.length ?? 0];
  return {
    value,
    diagnostics: orderDiagnostics(diagnostics),
    counts: { operators, claims, metrics, categories },
  };
}

/** How much there is of what in sources that are sound. */
export interface Counts {
  readonly operators: number;
  readonly claims: number;
  readonly metrics: number;
  readonly categories: number;
}

/**
 * From the dataset to everything that has an address.
 *
 * @param aggregatesOf What all operators of a dataset come to together, given the rest of what answers
 *   are made of: see `shared` of `Plan`.
 */
export function plan(
  dataset: Dataset,
  overrides: Overrides,
  aggregatesOf: (dataset: Dataset, shared: string) => Aggregates = aggregate,
): Plan {
  const { baseUrl, siteUrl, precompress = false, snapshots = false } = overrides;
  const service = {
    ...dataset.service,
    base_url: baseUrl ?? dataset.service.base_url,
    site_url: siteUrl ?? dataset.service.site_url,
  };
  const planned = { ...dataset, service };
  const links = [...DESCRIPTION_LINKS, ...CHANGE_LINKS, ...(snapshots ? [SNAPSHOTS_LINK] : [])];
  const shared = JSON.stringify([service, [...dataset.metrics.values()]]);
  const aggregates = aggregatesOf(planned, shared);
  const answers = planResources(planned, links, aggregates);
  const descriptions = describeApi({
    dataset: planned,
    aggregates,
    answers,
    links,
    further: snapshots ? ['changes', 'snapshots'] : ['changes'],
  });
  return {
    baseUrl: service.base_url,
    dataset: planned,
    aggregates,
    groups: [...answers, { operator: null, resources: descriptions }],
    shared,
    precompressed: precompress,
  };
}

export interface Plan {
  readonly baseUrl: string;
  /** With the addresses that were asked for. */
  readonly dataset: Dataset;
  readonly aggregates: Aggregates;
  /** Everything that has an address, in the order of the manifest. */
  readonly groups: readonly ResourceGroup[];
  /** All that the resources about one operator depend on besides its own sources. */
  readonly shared: string;
  readonly precompressed: boolean;
}
