/** Milliseconds between two looks at the session's end (R-A6). */
export const tickEvery = 30_000;
const ticksLeft = 3;

/** Whether 3 ticks or fewer remain. `expiresAt` in Unix seconds, `now` in milliseconds. */
export function renewalDue(expiresAt: number, now: number): boolean {
  return Math.ceil((expiresAt * 1000 - now) / tickEvery) <= ticksLeft;
}
