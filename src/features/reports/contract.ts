import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { anyTimeZone } from '#platform/http/payload-contract.ts';
import { directions } from '#features/shoutouts/constants.ts';
import { boardType, periods } from './constants.ts';

/** Refusal codes of these operations with their HTTP status. The messages are in `texts.ts`. */
export const refusals = {
  email_required: 400,
  invalid_email: 400,
  email_not_sent: 409,
  too_many_emails: 429,
} as const;
export type RefusalCode = keyof typeof refusals;
export type Period = keyof typeof periods;

/** A day, `YYYY-MM-DD`. Selects the week that contains it; the current one if it is later. */
const week = z.iso.date().check(z.regex(/^(19|[2-9]\d)/, 'Invalid year'));

/** Which shoutouts a board shows. Default: all. */
const boardFilter = {
  direction: z.optional(z.enum(directions)),
  period: z.optional(z.enum(Object.keys(periods) as [Period, ...Period[]])),
};
export type BoardFilter = { direction?: 'received' | 'sent' | undefined; period?: Period | undefined };

/** A shoutout on a board. */
const slip = z.strictObject({
  id: z.uuid(),
  direction: z.enum(directions),
  /** The other party: the sender's name, or the recipient's address. */
  name: z.string(),
  message: z.string(),
  /** "From log": the beginning of the entry that it is about (R-D2). */
  excerpt: z.nullable(z.string()),
  created_at: z.iso.datetime(),
});
export type BoardSlip = z.infer<typeof slip>;

const board = {
  /** Newest first. */
  rows: z.array(slip),
  /**
   * How many there are, including those that are too old to be on the board. One more than `counted` means more than
   * that.
   */
  count: z.int(),
};

/**
 * `held`: until the sender verifies their own address (R-A3). `waiting`: over a limit, sent automatically once there is
 * room (R-A8).
 */
const emailState = z.enum(['queued', 'held', 'waiting']);
export type EmailState = z.infer<typeof emailState>;

export const operations = {
  'POST /api/functions/v1/generate-week-review': operation({
    summary: "A week of the caller's log as a complete HTML document",
    description:
      'Weeks begin on Monday in the time zone. The document contains all of its styles and no scripts.',
    access: 'session',
    scope: 'log:read',
    heavy: true,
    readsOnly: true,
    body: z.strictObject({
      /** IANA name. Default, and for an unknown one: the profile's, then UTC. */
      timezone: anyTimeZone,
      /** Default: the current week. */
      week: z.optional(week),
    }),
    response: z.strictObject({
      reportHtml: z.string(),
      /** The report's Monday. */
      week: z.iso.date(),
      /** Whether there are entries before the week. */
      has_earlier: z.boolean(),
      is_current: z.boolean(),
    }),
  }),
  'POST /api/functions/v1/generate-shoutout-board': operation({
    summary: "The caller's newest shoutouts, and the same as a complete HTML document",
    description: 'The document contains all of its styles and no scripts.',
    access: 'session',
    heavy: true,
    readsOnly: true,
    body: z.strictObject({ timezone: anyTimeZone, ...boardFilter }),
    response: z.strictObject({ reportHtml: z.string(), ...board }),
  }),
  'POST /api/functions/v1/email-week-review': operation({
    summary: 'Email a report, rendered by the server',
    description:
      'The server renders the report from the data of the caller. `state` says whether the email is queued, is held until the caller verifies their address, or waits for room in a limit.',
    access: 'session',
    heavy: true,
    discards: 'reportHtml',
    body: z.strictObject({
      /** Recipient. A shoutout board always goes to the caller's primary address. */
      email: z.string().check(z.maxLength(1000)),
      /** Accepted and ignored (R-D6). */
      reportHtml: z.optional(z.string()),
      reportType: z.optional(z.enum(['Week in Review', boardType])),
      timezone: z.optional(anyTimeZone),
      week: z.optional(week),
      ...boardFilter,
    }),
    response: z.strictObject({ email: z.string(), state: emailState }),
    refusals: ['email_required', 'invalid_email', 'email_not_sent', 'too_many_emails'],
  }),
} as const;
