import { setTimeout as pause } from 'node:timers/promises';

const pollMs = 20;

/** Asks again and again until the answer is something, and gives it; fails with `what` after `within` ms. */
export async function until<T>(
  what: string,
  within: number,
  look: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const giveUpAt = Date.now() + within;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > giveUpAt) throw new Error(`${what}: not within ${within} ms`);
    await pause(pollMs);
  }
}
