// When and how Logbook asks its user to write (R-N5). Off until the user turns it on.
import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { ownId, timeZone, uuid } from '#platform/http/payload-contract.ts';
import { kinds, limits, states, type refusals } from './constants.ts';

export type RefusalCode = keyof typeof refusals;
export type Kind = (typeof kinds)[number];
export type State = (typeof states)[number];

/** From 1, Monday, to 7. */
const weekday = z.int().check(z.minimum(1), z.maximum(7));
const hour = z.int().check(z.minimum(0), z.maximum(23));
const state = z.enum(states);
const days = z.array(weekday).check(z.minLength(1), z.maxLength(7));
const nextAt = z.nullable(z.iso.datetime());

/** A browser that gets push messages. */
export const pushDevice = z.strictObject({
  id: z.uuid(),
  user_agent: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** The last message that its push service accepted; null if there was none. */
  last_sent_at: z.nullable(z.iso.datetime()),
  /** Whether it is the browser of this request. */
  is_current: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

export const reminders = z.strictObject({
  /** In which days and hours are meant; null until the user has chosen. */
  time_zone: z.nullable(z.string()),
  /** The weekly email. */
  question: z.strictObject({ state, day: weekday, hour, next_at: nextAt }),
  /** The reminders. `by_email`: in addition to the devices. */
  nudge: z.strictObject({ state, days, hour, by_email: z.boolean(), next_at: nextAt }),
  /** The address of the emails. `unverified`: none are sent yet. `stopped`: it has unsubscribed from all emails. */
  address: z.strictObject({ email: z.string(), state: z.enum(['good', 'unverified', 'stopped']) }),
  devices: z.array(pushDevice),
});
export type Reminders = z.infer<typeof reminders>;

/** What the user chooses. */
export const chosen = z.strictObject({
  time_zone: timeZone,
  /** How the emails write dates: language, script and region (BCP 47). An unknown one counts as English. */
  locale: z._default(z.string().check(z.maxLength(35)), 'en-US'),
  question: z.strictObject({ state, day: weekday, hour }),
  nudge: z.strictObject({ state, days, hour, by_email: z.boolean() }),
});
export type Chosen = z.infer<typeof chosen>;

export const operations = {
  'GET /api/reminders': operation({
    summary: 'When and how the caller is asked to write: the weekly email, the reminders, and the devices',
    access: 'session',
    response: reminders,
  }),
  'PUT /api/reminders': operation({
    summary: 'Choose when and how to be asked',
    description: 'Replaces the whole choice. Reminders that are on need an email or a device.',
    access: 'session',
    body: chosen,
    response: reminders,
    refusals: ['way_required'],
  }),
  'POST /api/reminders/send': operation({
    summary: 'Send the weekly email or a reminder immediately, to see it',
    access: 'session',
    body: z.strictObject({ kind: z.enum(kinds) }),
    response: z.strictObject({ queued: z.literal(true) }),
    refusals: ['nothing_to_send', 'too_many_tries'],
  }),
  'POST /api/push_key': operation({
    summary: 'The public key with which a browser subscribes to push messages; made on first use',
    access: 'session',
    response: z.strictObject({ public_key: z.string() }),
  }),
  'POST /api/push_devices': operation({
    summary: 'Send push messages to the browser of this session; idempotent by its endpoint',
    description:
      'The messages have no content. The device ends with its session, and when its push service no longer knows it.',
    access: 'session',
    body: z.strictObject({
      user_id: ownId,
      /** `endpoint` of the browser's subscription. */
      endpoint: z.string().check(z.maxLength(limits.endpoint)),
    }),
    response: reminders,
    refusals: ['endpoint_refused', 'too_many_devices'],
  }),
  'DELETE /api/push_devices/:id': operation({
    summary: 'Send no more push messages to a device',
    access: 'session',
    params: z.strictObject({ id: uuid }),
    response: reminders,
  }),
} as const;
