import { dayMs } from '#platform/clock/durations.ts';

/** After the end by the user's clock, which may be ahead of the server's. Milliseconds. */
export const againMs = 30_000;

/** The server's clock may be slightly behind. Milliseconds. */
const marginMs = 500;

/**
 * When to check the plan again, in milliseconds: as soon as the paid time has ended, because no event says so, then every
 * 30 s as long as the server still says otherwise. False: the plan has no end.
 */
export function nextCheckIn(end: string | null | undefined, now: number): number | false {
  if (!end) return false;
  const left = Date.parse(end) - now;
  return left > 0 ? Math.min(left + marginMs, dayMs) : againMs;
}
