// Makes each PDF or Word file in a separate thread (form-thread.ts).
import { Worker } from 'node:worker_threads';
import type { FormJob } from './form-thread.ts';

/** A packet with the most items and pictures takes a few seconds. */
const timeoutMs = 60_000;
/** Of the thread, apart from the bytes of pictures and fonts. With more, it takes more, and is hardly faster. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

// Tests and scripts run the TypeScript sources. The build puts the thread's file next to the server's.
const file = `./form-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;

/** All bytes. Throws if they take too long, and the signal's reason if it is aborted. */
export async function makeForm(job: FormJob, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const thread = new Worker(new URL(file, import.meta.url), {
    workerData: job,
    execArgv: [],
    resourceLimits,
  });
  try {
    return await answerOf(thread, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  } finally {
    await thread.terminate();
  }
}

function answerOf(thread: Worker, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    thread.once('message', ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
      resolve(Buffer.from(buffer, byteOffset, byteLength)),
    );
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that makes documents ended.')));
  });
}
