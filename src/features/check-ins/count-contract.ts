// How many entries there are: by month, by day, by #tag.
import * as z from 'zod/mini';

export const monthCount = z.strictObject({
  /** `YYYY-MM` in the requested time zone. */
  month: z.string(),
  count: z.int(),
  /** Entry counts in 13 equal parts of the month, oldest part first. */
  activity: z.array(z.int()),
});
export type MonthCount = z.infer<typeof monthCount>;

export const dayCount = z.strictObject({
  /** `YYYY-MM-DD` in the requested time zone. */
  day: z.string(),
  count: z.int(),
});
export type DayCount = z.infer<typeof dayCount>;

export const tagCount = z.strictObject({
  /** Without the #, in lowercase. */
  tag: z.string(),
  /** How many entries contain it. */
  count: z.int(),
});
