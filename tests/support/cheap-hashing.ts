// Runs before each test file: passwords are hashed by the same code in the same threads, but with 1 MiB of memory, not
// 46, because the tests hash thousands of them. `passwords.test.ts` uses the real strength.
import { vi } from 'vitest';
import type { HashJob } from '#platform/hashing/hash-thread.ts';
import type * as HashThreads from '#platform/hashing/hash-threads.ts';

const memoryCost = 1024;

vi.mock('#platform/hashing/hash-threads.ts', async (original) => {
  const { hashInThread } = await original<typeof HashThreads>();
  return {
    hashInThread: ({ password, options }: HashJob) =>
      hashInThread({ password, options: { ...options, memoryCost } }),
  };
});
