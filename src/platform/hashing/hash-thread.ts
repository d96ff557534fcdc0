// A thread that hashes passwords. The work blocks only this thread, not the event loop and not libuv's thread pool,
// which file access, DNS lookups and image decoding share.
import { parentPort } from 'node:worker_threads';
import { hashRawSync, type Options } from '@node-rs/argon2';

export type HashJob = { password: string; options: Options & { salt: Uint8Array } };
export type HashAnswer = { hash: Uint8Array } | { error: string };

function hash({ password, options }: HashJob): HashAnswer {
  try {
    return { hash: hashRawSync(password, { ...options, salt: Buffer.from(options.salt) }) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

parentPort!.on('message', (job: HashJob) => parentPort!.postMessage(hash(job)));
