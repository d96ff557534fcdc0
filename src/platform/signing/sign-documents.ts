// Signs documents in a separate thread (proof-thread.ts).
import { Worker } from 'node:worker_threads';
import { FairTurns } from '../files/fair-turns.ts';
import type { Signed } from './data-integrity.ts';
import type { FromThread, ProofJob } from './proof-thread.ts';
import type { SigningKey } from './signing-key.ts';

const timeoutMs = 60_000;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
const turns = new FairTurns(1);

// Tests and scripts run the TypeScript sources. The build puts the thread's file next to the server's.
const file = `./proof-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;

/**
 * The documents with their proofs, in the same order. Throws if that takes too long. Calls with the same `caller` wait for each
 * other. `keyId`: of this key, as the proofs name it.
 */
export function signDocuments(
  caller: string,
  key: SigningKey,
  { documents, keyId }: Pick<ProofJob, 'documents' | 'keyId'>,
): Promise<Signed[]> {
  return turns.run(caller, async () => {
    const job: ProofJob = { documents, keyId, created: secondsOf(new Date()) };
    const thread = new Worker(new URL(file, import.meta.url), {
      workerData: job,
      execArgv: [],
      resourceLimits,
    });
    try {
      return await resultOf(thread, key);
    } finally {
      await thread.terminate();
    }
  });
}

/** An instant without fractions of a second, which some verifiers refuse. */
export const secondsOf = (at: Date | string): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

function resultOf(thread: Worker, key: SigningKey): Promise<Signed[]> {
  return new Promise((resolve, reject) => {
    const late = AbortSignal.timeout(timeoutMs);
    late.addEventListener('abort', () => reject(late.reason as Error), { once: true });
    thread.on('message', (message: FromThread) => {
      if ('signed' in message) return resolve(message.signed);
      const signature = Buffer.from(key.sign(Buffer.from(message.toSign)), 'base64url');
      thread.postMessage(new Uint8Array(signature), []);
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that signs documents ended.')));
  });
}
