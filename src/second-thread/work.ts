import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openDataFolder } from '../intake/index.ts';
import type { Errand, Failure, Message, WriteOrder } from './share.ts';
import { sharedTexts } from './shared-texts.ts';

/** What the second thread does: it looks at sources, and writes when it is told to. */
function work(port: MessagePort, errand: Errand): void {
  const texts = sharedTexts(errand.spans, 1);
  attempt(port, async () => {
    const files = errand.names.map(openDataFolder(errand.data));
    const { read } = await import('./read-and-write.ts');
    return read(errand, files, texts);
  });
  port.on('message', (order: WriteOrder) =>
    attempt(port, async () => {
      const { write } = await import('./read-and-write.ts');
      return write(order, errand, texts, (report) => port.postMessage(report));
    }),
  );
}

if (parentPort !== null) work(parentPort, workerData as Errand);

/** An error of another thread loses its code on the way, and with it what can be said of it. */
async function attempt(port: MessagePort, job: () => Promise<Message>): Promise<void> {
  try {
    port.postMessage(await job());
  } catch (error) {
    const { message, code = null } = error as NodeJS.ErrnoException;
    port.postMessage({ kind: 'failure', message, code } satisfies Failure);
  }
}
