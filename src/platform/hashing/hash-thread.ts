// A thread that hashes passwords. Here the work blocks the thread and nothing else: neither the event loop nor libuv's
// thread pool, which file access, name lookups and image decoding share.
import { parentPort } from 'node:worker_threads';
import { hashRawSync, type Options } from '@node-rs/argon2';

export type HashJob = { password: string; options: Options & { salt: Uint8Array } };
export type HashAnswer = { hash: Uint8Array } | { error: string };

function answer({ password, options }: HashJob): HashAnswer {
  try {
    return { hash: hashRawSync(password, { ...options, salt: Buffer.from(options.salt) }) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

parentPort!.on('message', (job: HashJob) => parentPort!.postMessage(answer(job)));
