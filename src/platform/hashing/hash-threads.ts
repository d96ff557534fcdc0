// Hashes in dedicated threads (hash-thread.ts), one job per thread. The caller limits the number of concurrent jobs,
// which is also the number of threads.
import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashJob } from './hash-thread.ts';

// Tests and scripts run the TypeScript sources. The build puts the thread's file next to the server's.
const file = `./hash-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;
const idle: Worker[] = [];

/** Resolves with the raw hash. */
export async function hashInThread(job: HashJob): Promise<Buffer> {
  const thread = idle.pop() ?? startThread();
  thread.ref();
  const result = await run(thread, job);
  // An idle thread does not keep the process alive.
  thread.unref();
  idle.push(thread);
  if ('error' in result) throw new Error(`Hashing failed: ${result.error}`);
  return Buffer.from(result.hash);
}

function startThread(): Worker {
  const thread = new Worker(new URL(file, import.meta.url), { execArgv: [] });
  const forget = () => {
    const index = idle.indexOf(thread);
    if (index >= 0) idle.splice(index, 1);
  };
  thread.on('exit', forget);
  // The running job reports the error. A thread that fails while idle is replaced at the next job.
  thread.on('error', forget);
  return thread;
}

function run(thread: Worker, job: HashJob): Promise<HashAnswer> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const onMessage = (answer: HashAnswer) => {
      settle();
      resolve(answer);
    };
    const onError = (error: Error) => {
      settle();
      reject(error);
    };
    const onExit = () => onError(new Error('The hashing thread exited unexpectedly.'));
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    thread.postMessage(job);
  });
}
