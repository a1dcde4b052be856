import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { digestSource, type Stamp, stampOf, toStampTable } from '../cache/index.ts';
import { NO_LEDGER, putWithSiblings, writeTree } from '../emit/index.ts';
import { readDataFolder } from '../intake/index.ts';
import type { Claim, Operator, OperatorRecord, Slug } from '../model/index.ts';
import { NOTHING_PUBLISHED, type OutputPath, renderResource } from '../represent/index.ts';
import { resourcesOfOperator } from '../resources/index.ts';
import { readAlone } from '../validate/index.ts';
import { readStretches } from './read-stretches.ts';
import {
  type Errand,
  type Failure,
  type ReadReport,
  STRETCH,
  take,
  type WriteOrder,
  type WriteReport,
} from './share.ts';
import { type SharedTexts, sharedTexts } from './shared-texts.ts';

/** What the second thread does: it reads, waits for an order, and writes. */
export function work(port: MessagePort, errand: Errand): void {
  const texts = sharedTexts(errand.spans, 1);
  attempt(port, () => read(errand, texts));
  port.on('message', (order: WriteOrder) => attempt(port, () => write(order, errand, texts)));
}

if (parentPort !== null) work(parentPort, workerData as Errand);

/** An error of another thread loses its code on the way, and with it what can be said of it. */
function attempt(port: MessagePort, job: () => ReadReport | WriteReport): void {
  try {
    port.postMessage(job());
  } catch (error) {
    const { message, code = null } = error as NodeJS.ErrnoException;
    port.postMessage({ kind: 'failure', message, code } satisfies Failure);
  }
}

function read({ data, names, reading }: Errand, texts: SharedTexts): ReadReport {
  const digests = new Map<string, string>();
  const found = new Map(readDataFolder(data).value.map((file) => [file.name, file]));
  const files = names.map((name) => {
    const file = found.get(name);
    return (
      file && {
        ...file,
        read: () => {
          const bytes = file.read();
          digests.set(name, digestSource(bytes));
          return bytes;
        },
      }
    );
  });
  readStretches(files, readAlone, new Int32Array(reading), texts, 'backwards');
  return { kind: 'read', segments: texts.segments, digests };
}

function write(order: WriteOrder, { names }: Errand, texts: SharedTexts): WriteReport {
  const { service, metrics, precompressed, clock, tree } = order;
  texts.adopt(order.segments);
  const taken = new Int32Array(order.writing);
  const progress = new Int32Array(order.progress);
  const stamps = new Map<OutputPath, Stamp>();
  const put = writeTree(tree, {
    ...NO_LEDGER,
    note: (path, stats) => stamps.set(path, stampOf(stats)),
  });
  const rendering = { previous: NOTHING_PUBLISHED, clock, precompressed };
  const entries = new Map<number, string>();
  const total = { files: 0, bytes: 0 };
  // From the end, towards the first thread.
  for (let stretch = taken.length - 1; stretch >= 0 && take(taken, stretch); stretch -= 1) {
    const end = Math.min(order.operators.length / 2, STRETCH * (stretch + 1));
    for (let index = STRETCH * stretch; index < end; index += 1) {
      const operator = operatorAt(index, order.operators, names, texts);
      const rendered = resourcesOfOperator(operator, { service, metrics }).map((resource) =>
        renderResource(resource, rendering),
      );
      for (const artifact of rendered.flatMap(({ artifacts }) => artifacts)) {
        const { files, bytes } = putWithSiblings(artifact, put);
        total.files += files;
        total.bytes += bytes;
        Atomics.add(progress, 0, artifact.paths.length);
      }
      entries.set(index, rendered.map(({ entry }) => entry).join());
    }
  }
  return { kind: 'written', entries, ...total, stamps: toStampTable(stamps) };
}

function operatorAt(
  index: number,
  operators: Int32Array,
  names: readonly string[],
  texts: SharedTexts,
): Operator {
  const [own = -1, facts = -1] = operators.subarray(2 * index);
  const valueAt = (position: number): unknown =>
    JSON.parse(texts.bytesOf(position)?.toString() ?? 'null');
  return {
    ...(valueAt(own) as OperatorRecord),
    slug: names[own]?.slice('operators/'.length, -'.yaml'.length) as Slug,
    claims: facts < 0 ? [] : (valueAt(facts) as readonly Claim[]),
  };
}
