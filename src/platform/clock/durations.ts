// Durations in milliseconds.
export const hourMs = 3_600_000;
/** A UTC day. In a time zone, a day with a clock change is an hour shorter or longer. */
export const dayMs = 24 * hourMs;
