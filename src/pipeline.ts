import { feedLinks } from './changes/index.ts';
import { clientLink, clientModule, DESCRIPTION_LINKS, describeApi } from './contract/index.ts';
import { type Checked, collectDiagnostics, orderDiagnostics } from './diagnostics/index.ts';
import { markdownLinks, planMarkdown } from './markdown/index.ts';
import { type Clock, type Dataset, operatorPagePath, settlePages } from './model/index.ts';
import type { planSite as PlanSite } from './pages/index.ts';
import {
  ANSWERS,
  type AnswerKind,
  type Document,
  linkTo,
  planResources,
  type Resource,
} from './resources/index.ts';
import type { DataFile } from './source/index.ts';
import {
  type FindPlace,
  findPlaces,
  readSources,
  rules,
  toDataset,
  valuesOf,
} from './validate/index.ts';

/** The options of a build that change its responses. */
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

/** A valid dataset. */
export interface Sound {
  readonly dataset: Dataset;
  /** The value of each source, by name, so that the next check need not read it. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly findPlace: FindPlace;
}

/**
 * From files to the dataset, or to everything that is wrong with them.
 *
 * @param folder As diagnostics print it.
 * @param knownValue The value of a source that an earlier check found sound and that is the same;
 *   undefined for any other.
 */
export function check(
  folder: string,
  files: Checked<readonly DataFile[]>,
  { now }: Clock,
  knownValue: (name: string) => unknown = () => undefined,
): Checked<Sound | null> {
  const { diagnostics, report } = collectDiagnostics();
  const sources = readSources(folder, files, now, knownValue, report);
  for (const rule of rules) rule.check(sources, report);
  if (diagnostics.length > 0) return { value: null, diagnostics: orderDiagnostics(diagnostics) };
  const findPlace = findPlaces(folder, files.value);
  return {
    value: { dataset: toDataset(sources), values: valuesOf(sources), findPlace },
    diagnostics,
  };
}

/** How much there is in a dataset. */
export interface Counts {
  readonly operators: number;
  readonly claims: number;
  readonly metrics: number;
  readonly categories: number;
}

export function countsOf({ operators, metrics, activeCategories }: Dataset): Counts {
  return {
    operators: operators.length,
    claims: operators.reduce((sum, { claims }) => sum + claims.length, 0),
    metrics: metrics.size,
    categories: activeCategories.length,
  };
}

/** Compiled files that are published beside the API. */
export interface CompiledFiles {
  /** The client as an ES module. */
  readonly clientCode: string;
  /** Reads the stylesheet, the modules and the fonts of pages, by name. */
  readonly readPageFiles: () => ReadonlyMap<string, Uint8Array>;
}

/** Everything that will be published, except what depends on the publication before. */
export interface Plan {
  /** With the URLs from the options. */
  readonly dataset: Dataset;
  /** Everything that has an address, in the order of the manifest. */
  readonly resources: readonly Resource[];
  readonly baseUrl: string;
  readonly precompressed: boolean;
  /** The metadata of the CSV files of a kind of answer whose paths are only known later. */
  readonly describe: (kind: AnswerKind, paths: readonly string[]) => Document;
  /** The pages about rankings, with earlier ranks, and about the changes; and what takes long to prepare. */
  readonly pagesAbout: (resources: readonly Resource[]) => Promise<readonly Document[]>;
}

/** From the dataset to everything that has an address. */
export async function plan(
  source: Dataset,
  overrides: Overrides,
  { clientCode, readPageFiles }: CompiledFiles,
): Promise<Plan> {
  const { baseUrl, siteUrl, precompress = false, snapshots = false } = overrides;
  const service = {
    ...settlePages(source.service),
    base_url: baseUrl ?? source.service.base_url,
    site_url: siteUrl ?? source.service.site_url,
  };
  const dataset = { ...source, service };
  // How much there is behind the last ones is only known when all else is rendered.
  const links = [
    ...DESCRIPTION_LINKS,
    clientLink(clientCode),
    linkTo(ANSWERS.changes, service),
    linkTo(ANSWERS['changes-of-year'], service),
    ...feedLinks(dataset),
    ...(snapshots ? [linkTo(ANSWERS.snapshots, service)] : []),
    ...markdownLinks(dataset),
  ];
  const answers = planResources(dataset, links);
  const { documents, describeTables } = describeApi({
    dataset,
    answers,
    links,
    further: ['changes', 'changes-of-year', ...(snapshots ? (['snapshots'] as const) : [])],
  });
  const { pages, pagesAbout } = service.pages
    ? await loadPages(dataset, operatorPagePath(source.service), links, readPageFiles())
    : NO_PAGES;
  return {
    dataset,
    resources: [
      ...answers,
      ...documents,
      clientModule(clientCode),
      ...planMarkdown(dataset),
      ...pages,
    ],
    pagesAbout,
    describe: describeTables,
    baseUrl: service.base_url,
    precompressed: precompress,
  };
}

const NO_PAGES: Pick<Plan, 'pagesAbout'> & { readonly pages: readonly Document[] } = {
  pages: [],
  pagesAbout: async () => [],
};

/** Pages need more code than everything else. */
async function loadPages(...site: Parameters<typeof PlanSite>): Promise<typeof NO_PAGES> {
  const { planSite } = await import('./pages/index.ts');
  return planSite(...site);
}
