// What the browser tests found about accessibility, as content/legal/accessibility.json keeps it.
import * as z from 'zod/mini';

const count = z.int().check(z.minimum(0));

/** What axe said of the screens in the browser tests. scripts/accessibility-report.ts writes it. */
export const evidence = z.strictObject({
  /** Its version. */
  axe: z.string(),
  /** Of the tests, as `YYYY-MM-DD`. */
  day: z.iso.date(),
  /** Whose states were visited. */
  parts: z.array(z.string()),
  /** How many pages axe has checked: each state on a desktop and on a phone. */
  checks: count,
  /** In how many of the checks each rule held for something, or was not decided by axe. None was broken. */
  rules: z.array(
    z.strictObject({ id: z.string(), criteria: z.array(z.string()), held: count, undecided: count }),
  ),
});
export type Evidence = z.infer<typeof evidence>;
