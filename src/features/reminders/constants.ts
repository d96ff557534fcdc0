// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

/** `question`: the weekly email that asks and can be answered. `nudge`: a short reminder. */
export const kinds = ['question', 'nudge'] as const;
export const states = ['on', 'paused', 'off'] as const;

/** What is shown until the user chooses: Friday at 4 PM. Days from 1, Monday, to 7. */
export const defaults = { day: 5, hour: 16 } as const;

export const limits = {
  /** Browsers of one user that get push messages. */
  devices: 10,
  /** The longest address of a push service. */
  endpoint: 1000,
  /** Reminders that a user can have sent immediately, an hour. */
  nowPerHour: 5,
  /** How late a reminder is still sent. Hours. */
  lateHours: 24,
  /** How long the link in a weekly email adds entries. Days. */
  answerDays: 14,
  /** Entries that the link of one email adds, a day. */
  answersPerDay: 20,
  /** Minutes in which reloading the page of a link works. */
  reloadMinutes: 60,
  /** What the weekly email shows: goals, entries, and how old those are at most in days. */
  goals: 5,
  entries: 3,
  entryDays: 14,
  /** Characters of each of its lines. */
  line: 120,
  /** Characters of an entry that are read for its line. */
  read: 400,
} as const;

/** The page that pauses or stops emails of one kind. */
export const quietPath = '/mail/reminders';
/** The page with one text box. */
export const answerPath = '/mail/answer';

/** Error codes of these operations and their HTTP statuses. The messages are in `texts.ts`. */
export const refusals = {
  way_required: 400,
  endpoint_refused: 400,
  too_many_devices: 409,
  nothing_to_send: 409,
  too_many_tries: 429,
} as const;
