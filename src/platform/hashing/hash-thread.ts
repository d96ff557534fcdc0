// A thread that hashes passwords and checks them. Here the work blocks the thread, and nothing else: neither the event loop
// nor libuv's pool, which file access, name lookups and image decoding share.
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync, type Options } from '@node-rs/argon2';

export type HashJob = { password: string } & ({ options: Options } | { hash: string });
export type HashAnswer = { value: string | boolean } | { error: string };

function answer(job: HashJob): HashAnswer {
  try {
    const isCheck = 'hash' in job;
    return { value: isCheck ? verifySync(job.hash, job.password) : hashSync(job.password, job.options) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

parentPort!.on('message', (job: HashJob) => parentPort!.postMessage(answer(job)));
