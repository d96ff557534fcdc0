import { setTimeout as pause } from 'node:timers/promises';

const pollMs = 20;

/** Polls `poll` until it returns a value other than false or undefined, and returns it. Throws after `timeoutMs`. */
export async function until<T>(
  what: string,
  timeoutMs: number,
  poll: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await poll();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await pause(pollMs);
  }
}
