// Hashes in threads of their own (hash-thread.ts), one job per thread. How many jobs run concurrently, and so how many
// threads there are, is the caller's limit.
import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashJob } from './hash-thread.ts';

// Node runs the sources as they are; the build puts the thread's file next to the server's.
const file = `./hash-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;
const idle: Worker[] = [];

/** The raw hash. */
export async function hashInThread(job: HashJob): Promise<Buffer> {
  const thread = idle.pop() ?? startThread();
  thread.ref();
  const result = await answerOf(thread, job);
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
  // Reported by the job that runs; a thread without one is replaced by the next job.
  thread.on('error', forget);
  return thread;
}

function answerOf(thread: Worker, job: HashJob): Promise<HashAnswer> {
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
    const onExit = () => onError(new Error('The thread that hashes ended.'));
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    thread.postMessage(job);
  });
}
