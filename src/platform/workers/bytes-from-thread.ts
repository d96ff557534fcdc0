// Runs a thread that makes one file, sends its bytes, and ends.
import { Worker } from 'node:worker_threads';

type Options = {
  timeoutMs: number;
  /** Of the thread, apart from the bytes of pictures and fonts. */
  megabytes: number;
  signal: AbortSignal;
};

/** All bytes. Throws if they take too long, and the signal's reason if it is aborted. `job`: the thread's data. */
export async function bytesFromThread(
  file: URL,
  job: object,
  { timeoutMs, megabytes, signal }: Options,
): Promise<Buffer> {
  signal.throwIfAborted();
  const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 8 };
  const thread = new Worker(file, { workerData: job, execArgv: [], resourceLimits });
  try {
    return await bytesOf(thread, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  } finally {
    await thread.terminate();
  }
}

function bytesOf(thread: Worker, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    thread.once('message', ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
      resolve(Buffer.from(buffer, byteOffset, byteLength)),
    );
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that makes documents ended.')));
  });
}
