import { CHANGE_LINKS } from './changes/index.ts';
import { type Checked, type Diagnostic, orderDiagnostics } from './diagnostics/index.ts';
import type { Clock, Dataset } from './model/index.ts';
import { planResources, type Resource, SNAPSHOTS_LINK } from './resources/index.ts';
import type { DataFile } from './source/index.ts';
import { NO_RECALL, type Recall, readSources, validate } from './validate/index.ts';

/** What a build is asked for besides what the sources say. */
export interface Overrides {
  readonly baseUrl?: string | undefined;
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
): Checked<Dataset | null> {
  const sources = readSources(folder, files.value, clock.now, recall);
  const unsound: readonly Diagnostic[] = [...files.diagnostics, ...sources.diagnostics];
  const dataset = validate(sources.value, unsound.length > 0);
  return {
    value: dataset.value,
    diagnostics: orderDiagnostics([...unsound, ...dataset.diagnostics]),
  };
}

/**
 * From the dataset to everything that has an address. What describes it is loaded here, since who
 * only checks sources has no need of it.
 */
export async function plan(dataset: Dataset, overrides: Overrides): Promise<Plan> {
  const { describeApi, DESCRIPTION_LINKS } = await import('./contract/index.ts');
  const { baseUrl, siteUrl, precompress = false, snapshots = false } = overrides;
  const service = {
    ...dataset.service,
    base_url: baseUrl ?? dataset.service.base_url,
    site_url: siteUrl ?? dataset.service.site_url,
  };
  const planned = { ...dataset, service };
  const links = [...DESCRIPTION_LINKS, ...CHANGE_LINKS, ...(snapshots ? [SNAPSHOTS_LINK] : [])];
  const answers = planResources(planned, links);
  const descriptions = describeApi({
    dataset: planned,
    resources: answers,
    further: snapshots ? ['changes', 'snapshots'] : ['changes'],
  });
  return {
    baseUrl: service.base_url,
    dataset: planned,
    resources: [...answers, ...descriptions],
    shared: JSON.stringify([service, [...dataset.metrics.values()]]),
    precompressed: precompress,
  };
}

export interface Plan {
  readonly baseUrl: string;
  /** With the addresses that were asked for. */
  readonly dataset: Dataset;
  readonly resources: readonly Resource[];
  /** All that the resources about one operator depend on besides its own sources. */
  readonly shared: string;
  readonly precompressed: boolean;
}
