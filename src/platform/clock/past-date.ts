// Dates that a user may give for something that has happened.

/** How far in the future a date may be, in milliseconds. Allows for clock skew. */
const clockTolerance = 60_000;
const earliest = Date.UTC(1900, 0, 1);

/** Why the date is refused. Valid dates are since 1900 and at most a minute in the future. */
export function dateProblem(at: Date, now: Date): 'invalid_date' | undefined {
  const time = at.getTime();
  return time >= earliest && time <= now.getTime() + clockTolerance ? undefined : 'invalid_date';
}

/** The date, but never in the future, even when the user's clock is ahead. `now` in milliseconds since 1970. */
export function capAtNow(at: string, now: number): string {
  return new Date(Math.min(Date.parse(at), now)).toISOString();
}
