import {
  ObservedFile,
  rememberedPaths,
  type Stamp,
  stampOf,
  toStampTable,
} from '../cache/index.ts';
import { putWithSiblings, writeTree } from '../emit/index.ts';
import type { Claim, Operator, OperatorRecord, Slug } from '../model/index.ts';
import {
  NOTHING_PUBLISHED,
  type OutputPath,
  type RenderedEntries,
  renderEntries,
} from '../represent/index.ts';
import { resourcesOfOperator } from '../resources/index.ts';
import type { DataFile } from '../source/index.ts';
import { readAlone } from '../validate/index.ts';
import type { Errand, ReadReport, WriteOrder, WriteReport } from './share.ts';
import { sharedDigests } from './shared-digests.ts';
import type { SharedTexts } from './shared-texts.ts';
import { eachOfMine, keepSound } from './stretches.ts';

/** Reads sources along with the first thread. */
export function read(
  { reading, digests: memory }: Errand,
  files: readonly DataFile[],
  texts: SharedTexts,
): ReadReport {
  const digests = sharedDigests(memory);
  eachOfMine(files, new Int32Array(reading), 'backwards', (file, index) => {
    const observed = new ObservedFile(file, (_, digest) => digests.set(index, digest));
    keepSound(observed, index, texts, readAlone);
  });
  return { kind: 'read', segments: texts.segments };
}

/** So many operators make a report. */
const REPORTED_AT_ONCE = 100;

/**
 * Writes answers about operators along with the first thread.
 *
 * @param post Takes reports as there is something to tell.
 * @returns The last report.
 */
export function write(
  order: WriteOrder,
  { names }: Errand,
  texts: SharedTexts,
  post: (report: WriteReport) => void,
): WriteReport {
  const { service, metrics, precompressed, clock, tree } = order;
  texts.adopt(order.segments);
  const progress = new Int32Array(order.progress);
  const stamps = new Map<OutputPath, Stamp>();
  const put = writeTree(tree, (path, stats, twins = []) => {
    const stamp = stampOf(stats);
    for (const one of rememberedPaths(path, twins, precompressed)) stamps.set(one, stamp);
  });
  const rendering = { previous: NOTHING_PUBLISHED, clock, precompressed };
  const written = new Map<number, RenderedEntries>();
  const reportOn = (isLast: boolean): WriteReport => ({
    kind: 'written',
    isLast,
    written,
    stamps: toStampTable(stamps),
  });
  const pairs = Array.from({ length: order.operators.length / 2 }, (_, index) =>
    order.operators.subarray(2 * index, 2 * index + 2),
  );
  eachOfMine(pairs, new Int32Array(order.writing), 'backwards', (pair, index) => {
    const operator = operatorOf(pair, names, texts);
    const resources = resourcesOfOperator(operator, { service, metrics });
    const entries = renderEntries(resources, rendering, (artifact) => {
      const amount = putWithSiblings(artifact, put);
      Atomics.add(progress, 0, artifact.paths.length);
      return amount;
    });
    written.set(index, entries);
    if (written.size < REPORTED_AT_ONCE) return;
    post(reportOn(false));
    written.clear();
    stamps.clear();
  });
  return reportOn(true);
}

function operatorOf(
  [own = -1, facts = -1]: Int32Array,
  names: readonly string[],
  texts: SharedTexts,
): Operator {
  const valueAt = (position: number): unknown =>
    JSON.parse(texts.bytesOf(position)?.toString() ?? 'null');
  return {
    slug: names[own]?.slice('operators/'.length, -'.yaml'.length) as Slug,
    claims: facts < 0 ? [] : (valueAt(facts) as readonly Claim[]),
    ...(valueAt(own) as OperatorRecord),
  };
}
