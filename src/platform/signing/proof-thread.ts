// A thread that signs documents and ends: their canonical form takes a tenth of a second each. The key stays with the process,
// which signs what the thread sends.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { withProofs, type Signed, type Unsigned } from './data-integrity.ts';

export type ProofJob = { documents: readonly Unsigned[]; keyId: string; created: string };
export type FromThread = { toSign: Uint8Array } | { signed: Signed[] };

// On Linux, a priority belongs to a thread. Elsewhere, it would slow down the whole process.
if (process.platform === 'linux') setPriority(0, 10);
const { documents, keyId, created } = workerData as ProofJob;
const send = (message: FromThread) => parentPort!.postMessage(message, []);

/** One signature at a time: responses come in order. */
const sign = (bytes: Uint8Array) =>
  new Promise<Uint8Array>((resolve) => {
    parentPort!.once('message', resolve);
    send({ toSign: new Uint8Array(bytes) });
  });

const signed: Signed[] = [];
for (const document of documents) signed.push(await withProofs(document, { keyId, created, sign }));
send({ signed });
parentPort!.close();
