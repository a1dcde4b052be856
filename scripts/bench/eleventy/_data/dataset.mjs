import { readDataset } from '../../straightforward/read-dataset.mjs';
import { allAtOnce } from '../../straightforward/schedule.mjs';

/** The sources, and what pages are made of. */
// biome-ignore lint/style/noDefaultExport: where Eleventy looks for global data
export default async function () {
  const dataset = await readDataset(process.env.BENCH_DATA, allAtOnce);
  const { operators, categories } = dataset;
  return {
    ...dataset,
    generatedAt: new Date().toISOString(),
    operatorPages: operators.flatMap((operator) => [
      { key: operator.slug, operator },
      { key: operator.id, operator },
    ]),
    categoryPages: categories.flatMap((category) => [
      { key: category.slug, category },
      { key: category.alias, category },
    ]),
  };
}
