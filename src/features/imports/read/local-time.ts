// Instants of wall-clock times, for millions of rows.
import { dayMs } from '#platform/clock/durations.ts';
import { instantOf, wallTime } from '#platform/clock/wall-time.ts';

/** A function from a wall-clock time, in milliseconds as if it were UTC, to its instant in a time zone. */
export function instants(timeZone: string): (wall: number) => number {
  const offsets = new Map<number, number>();
  const offsetOf = (day: number) => {
    let offset = offsets.get(day);
    if (offset === undefined) {
      offset = wallTime(day * dayMs, timeZone) - day * dayMs;
      offsets.set(day, offset);
    }
    return offset;
  };
  return (wall) => {
    const day = Math.floor(wall / dayMs);
    const offset = offsetOf(day - 1);
    // The formatter is asked only about days around a transition.
    return offset === offsetOf(day + 2) ? wall - offset : instantOf(wall, timeZone);
  };
}
