// Reads each message in a separate thread (message-thread.ts), a few at a time per process: the largest takes 150 MB.
import { Worker } from 'node:worker_threads';
import { FairTurns } from '#platform/files/fair-turns.ts';
import type { MessageJob, ReadMessage } from './message-thread.ts';

/** Milliseconds. The largest message takes a few seconds. */
const timeoutMs = 60_000;
/** Of the thread, apart from the bytes of attachments. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
const turns = new FairTurns(2);

// Tests and scripts run the TypeScript sources. The build puts the thread's file next to the server's.
const file = `./message-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;

/** `unreadable`: its parts are broken, too deep or too many. Throws if it takes too long. Messages of one user wait for each other. */
export function readMessage(userKey: string, job: MessageJob): Promise<ReadMessage | 'unreadable'> {
  return turns.run(userKey, async () => {
    const thread = new Worker(new URL(file, import.meta.url), {
      workerData: job,
      execArgv: [],
      resourceLimits,
    });
    try {
      return await answerOf(thread);
    } finally {
      await thread.terminate();
    }
  });
}

function answerOf(thread: Worker): Promise<ReadMessage | 'unreadable'> {
  return new Promise((resolve, reject) => {
    const late = AbortSignal.timeout(timeoutMs);
    late.addEventListener('abort', () => reject(late.reason as Error), { once: true });
    thread.once('message', (read: ReadMessage) => resolve(read));
    thread.once('error', () => resolve('unreadable'));
    thread.once('exit', () => resolve('unreadable'));
  });
}
