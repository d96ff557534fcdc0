// Decodes each HEIC photo in a separate thread (heic-thread.ts), one at a time per process: a photo takes up to 200 MB
// for some seconds.
import { Worker } from 'node:worker_threads';
import { FairTurns } from './fair-turns.ts';
import type { HeicAnswer, HeicJob, HeicPixels } from './heic-thread.ts';

const timeoutMs = 30_000;
const turns = new FairTurns(1);

// Tests and scripts run the TypeScript sources. The build puts the thread's file next to the server's.
const file = `./heic-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;

/** The pixels of a photo, upright. Throws if it is broken, too large, or takes too long. `userId`: for fair turns. */
export function decodeHeic(job: HeicJob, userId: string): Promise<HeicPixels> {
  return turns.run(userId, async () => {
    const thread = new Worker(new URL(file, import.meta.url), { workerData: job, execArgv: [] });
    try {
      return await answerOf(thread);
    } finally {
      await thread.terminate();
    }
  });
}

function answerOf(thread: Worker): Promise<HeicPixels> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The photo took too long to decode.')), timeoutMs);
    thread.once('message', (answer: HeicAnswer) => {
      clearTimeout(timer);
      if ('error' in answer) reject(new Error(answer.error));
      else resolve(answer);
    });
    thread.once('error', (error: Error) => {
      clearTimeout(timer);
      reject(error);
    });
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread ended.'));
    });
  });
}
