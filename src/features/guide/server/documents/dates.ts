const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A day `YYYY-MM-DD` as "November 23, 2026". */
export const longDay = (day: string): string => long.format(new Date(day));

/** The same as "Nov 23". */
export const shortDay = (day: string): string => short.format(new Date(day));
