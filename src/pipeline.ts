import { CHANGE_LINKS } from './changes/index.ts';
import { type Checked, type Diagnostic, orderDiagnostics } from './diagnostics/index.ts';
import type { Clock, Dataset } from './model/index.ts';
import { type Artifact, type Previous, renderPublication } from './represent/index.ts';
import { planResources, type Resource } from './resources/index.ts';
import type { DataFile } from './source/index.ts';
import { NO_RECALL, type Recall, readSources, validate } from './validate/index.ts';

/** What a build is asked for besides what the sources say. */
export interface Overrides {
  readonly baseUrl?: string | undefined;
  readonly siteUrl?: string | undefined;
  /** Whether to write compressed siblings, `.gz` and `.br`, beside every file. */
  readonly precompress?: boolean | undefined;
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

/** From the dataset to everything that has an address. */
export function plan(dataset: Dataset, { baseUrl, siteUrl, precompress = false }: Overrides): Plan {
  const service = {
    ...dataset.service,
    base_url: baseUrl ?? dataset.service.base_url,
    site_url: siteUrl ?? dataset.service.site_url,
  };
  const planned = { ...dataset, service };
  return {
    baseUrl: service.base_url,
    dataset: planned,
    resources: planResources(planned, { resources: [], links: CHANGE_LINKS }),
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

/** From everything that has an address to the bytes of every file, made as they are asked for. */
export function render(plan: Plan, previous: Previous, clock: Clock): Iterable<Artifact> {
  return renderPublication({ ...plan, previous, clock });
}
