/** Interval between checks of the session's expiry (R-A6), in milliseconds. */
export const tickMs = 30_000;
const renewWithinTicks = 3;

/** Whether 3 ticks or fewer remain. `expiresAt` in Unix seconds, `now` in milliseconds. */
export function renewalDue(expiresAt: number, now: number): boolean {
  return Math.ceil((expiresAt * 1000 - now) / tickMs) <= renewWithinTicks;
}
