import { type MessagePort, parentPort } from 'node:worker_threads';
import { openDataFolder } from '../intake/index.ts';
import { read, write } from './read-and-write.ts';
import type { Errand, Failure, Message, WriteOrder } from './share.ts';
import { sharedTexts } from './shared-texts.ts';

/** What the second thread does: it looks at sources when it is told to, and then writes. */
function work(port: MessagePort): void {
  port.once('message', (errand: Errand) => {
    const texts = sharedTexts(errand.spans, 1);
    attempt(port, () => {
      const files = errand.names.map(openDataFolder(errand.data));
      return read(errand, files, texts);
    });
    port.on('message', (order: WriteOrder) =>
      attempt(port, () => write(order, errand, texts, (report) => port.postMessage(report))),
    );
  });
}

if (parentPort !== null) work(parentPort);

/** An error of another thread loses its code on the way, and with it what can be said of it. */
function attempt(port: MessagePort, job: () => Message): void {
  try {
    port.postMessage(job());
  } catch (error) {
    const { message, code = null } = error as NodeJS.ErrnoException;
    port.postMessage({ kind: 'failure', message, code } satisfies Failure);
  }
}
