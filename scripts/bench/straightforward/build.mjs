/**
 * The straightforward script: read everything, check it, write everything.
 *
 *     node build.mjs <data folder> <output folder>
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bestMeta, detailMeta, factsMeta, listMeta, toCsv, toJson } from './answers.mjs';
import { readDataset } from './read-dataset.mjs';
import {
  allClaimRecords,
  allFactRecords,
  bestRecords,
  detailRecords,
  FACT_COLUMNS,
  factRecords,
  listRecords,
} from './records.mjs';

const [data, out] = process.argv.slice(2);
const generatedAt = new Date().toISOString();
const dataset = await readDataset(data);

const list = listRecords(dataset);
await write(['operators'], toJson(listMeta(list, generatedAt, dataset), list), toCsv(list));

for (const operator of dataset.operators) {
  const keys = [operator.slug, operator.id];
  const detail = detailRecords(operator, dataset);
  const facts = factRecords(operator, dataset);
  const answers = [
    ['', toJson(detailMeta(operator, generatedAt, dataset), detail), toCsv(detail)],
    [
      '/facts',
      toJson(factsMeta(operator, generatedAt, dataset), facts),
      toCsv(facts, FACT_COLUMNS),
    ],
  ];
  for (const [below, json, csv] of answers) {
    const addresses = keys.map((key) => `operators/${key}${below}`);
    await write(addresses, json, csv);
  }
}

const allFacts = allFactRecords(dataset);
await write(['facts'], toJson(listMeta(allFacts, generatedAt, dataset), allFacts), toCsv(allFacts));

const allClaims = allClaimRecords(dataset);
await write(
  ['claims'],
  toJson(listMeta(allClaims, generatedAt, dataset), allClaims),
  toCsv(allClaims),
);

for (const category of dataset.categories) {
  const best = bestRecords(category, dataset);
  await write(
    [`best/${category.slug}`, `best/${category.alias}`],
    toJson(bestMeta(category, best, generatedAt, dataset), best.records),
    toCsv(best.records),
  );
}

async function write(addresses, json, csv) {
  for (const address of addresses) {
    const path = join(out, address);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.json`, json);
    await writeFile(`${path}.csv`, csv);
  }
}
