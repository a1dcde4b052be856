import type { Dataset } from '../model/index.ts';
import { ANSWERS, type Document, isTable, type Resource } from '../resources/index.ts';
import { badges } from './badges.ts';
import { changesPage } from './changes.tsx';
import { consolePage } from './console.tsx';
import { discoveryFiles } from './discovery.ts';
import { docsPage } from './docs.tsx';
import { embedPages } from './embed.tsx';
import { errorPages } from './errors.tsx';
import { frontPage } from './front.tsx';
import { metricPages } from './metric.tsx';
import { metricsPage } from './metrics.tsx';
import { oembedDocuments } from './oembed.ts';
import { operatorPage } from './operator.tsx';
import { previewPicture } from './preview-picture.tsx';
import { rankingPage } from './ranking.tsx';
import { type Site, siteFile, siteOf } from './site.ts';
import { widgetsPage } from './widgets.tsx';

/** Files that pages load as they are. The others are what pages are made with. */
const LOADED = /\.(?:js|css)$/;

/**
 * Everything that people see beside the API.
 *
 * @param operatorPath See `Site`.
 * @param links See `Site`.
 * @param files The compiled stylesheet and modules, and what pictures are made with, by name.
 * @returns The pages, except those that depend on the last publication: about rankings, with earlier
 *   ranks, and about the changes. `pagesAbout` takes all answers and returns those, and the picture.
 */
export function planSite(
  dataset: Dataset,
  operatorPath: Site['operatorPath'],
  links: Site['links'],
  files: ReadonlyMap<string, Uint8Array>,
) {
  const site = siteOf(dataset, operatorPath, links);
  // The program that makes pixels takes long to start. Meanwhile, everything else is rendered.
  const picture = previewPicture(site, files);
  return {
    pages: planPages(site, files),
    pagesAbout: async (answers: readonly Resource[]) => [
      ...planPagesAbout(site, answers),
      await picture,
    ],
  };
}

function planPages(site: Site, files: ReadonlyMap<string, Uint8Array>): readonly Document[] {
  return [
    frontPage(site),
    ...site.operators.map((operator) => operatorPage(operator, site)),
    metricsPage(site),
    ...metricPages(site),
    docsPage(site),
    consolePage(site),
    widgetsPage(site),
    ...embedPages(site),
    ...oembedDocuments(site),
    ...badges(site),
    ...errorPages(site),
    ...discoveryFiles(site),
    ...[...files]
      .filter(([name]) => LOADED.test(name))
      .map(([name, bytes]) => siteFile(name, () => bytes)),
  ];
}

function planPagesAbout(site: Site, resources: readonly Resource[]): readonly Document[] {
  const tables = resources.filter(isTable);
  const of = (kind: string) => tables.filter(({ answer }) => answer === kind);
  const years = of(ANSWERS['changes-of-year'].kind).map(({ paths: [path] }) => path);
  return [
    ...of(ANSWERS.ranking.kind).flatMap((ranking) => rankingPage(ranking, site)),
    ...of(ANSWERS.changes.kind).map((changes) => changesPage(changes, years, site)),
  ];
}
