// Sends reminders that are due (R-N5). Each is decided, posted and scheduled again in one transaction that holds its row, so
// that of many processes one sends it, and none loses it.
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { hourMs, dayMs } from '#platform/clock/durations.ts';
import { newId } from '#platform/clock/id.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import { transact, type Tx } from '#platform/database/transaction.ts';
import type { Mail, Mailer } from '#platform/mail/mailer.ts';
import { counts } from '#platform/metrics/counts.ts';
import { limits } from '../../constants.ts';
import type { Kind } from '../../contract.ts';
import { isStale, nextAt, weekStart, type Schedule } from '../../rules.ts';
import {
  chosenReminder,
  dueReminder,
  entriesOf,
  goalsOf,
  noteSent,
  pushToAll,
  recipientOf,
  schedule,
  wroteSince,
  type Due,
} from '../due-store.ts';
import { nudgeMail, questionMail } from '../mails.tsx';
import type { ReminderLinks } from './reminder-links.ts';

/** The address that takes a user's replies; null if this instance receives no mail, or the user has none. */
export type ReplyAddressOf = (tx: Tx, userId: string) => Promise<string | null>;

export type SendParts = {
  pool: pg.Pool;
  appUrl: string;
  mailer: Mailer;
  links: ReminderLinks;
  replyAddressOf: ReplyAddressOf;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Emails that are sent when due. The worker asks again whether they are wanted (`renewals`). */
export const mailKinds = { question: 'weekly-email', nudge: 'reminder' } as const satisfies Record<
  Kind,
  string
>;

/** How long one run takes at most, in milliseconds: the next minute's run continues. */
const runMs = 50_000;

/** Sends what is due, oldest first. */
export async function sendDue(parts: SendParts, now: () => number = Date.now): Promise<void> {
  const until = now() + runMs;
  while (now() < until && (await sendNext(parts, now())));
}

/** Returns whether one was due. */
async function sendNext(parts: SendParts, now: number): Promise<boolean> {
  let due: Due | undefined;
  try {
    return await transact(parts.pool, null, async (tx) => {
      due = await dueReminder(tx, now);
      if (!due) return false;
      await schedule(tx, due, nextAt(scheduleOf(due), now));
      await sendIfWanted(tx, parts, due, now);
      return true;
    });
  } catch (error) {
    if (!due) throw error;
    // One that fails must not keep the others waiting.
    const failed = due;
    parts.log.warn({ reason: (error as Error).message, kind: failed.kind }, 'a reminder failed');
    await transact(parts.pool, null, (tx) => schedule(tx, failed, now + hourMs));
    return true;
  }
}

async function sendIfWanted(tx: Tx, parts: SendParts, due: Due, now: number): Promise<void> {
  const dueAt = Date.parse(due.next_at!);
  const { timeZone } = scheduleOf(due);
  if (isStale(dueAt, now)) counts.remindersLate++;
  // The weekly email always asks.
  else if (due.kind === 'nudge' && (await wroteSince(tx, due.user_id, weekStart(now, timeZone))))
    counts.remindersSpared++;
  else {
    const written = due.by_email ? await write(tx, parts, { ...due, now }, mailKinds[due.kind]) : undefined;
    if (written) await parts.mailer.post(tx, written);
    if (due.kind === 'nudge') await pushToAll(tx, due.user_id, dueAt);
    await noteSent(tx, due, written?.id ?? null);
    counts.remindersSent++;
  }
}

/** Sends one immediately, because its user asked to see it. */
export async function sendNow(parts: SendParts, userId: string, kind: Kind): Promise<void> {
  const now = Date.now();
  await transact(parts.pool, null, async (tx) => {
    const chosen = await chosenReminder(tx, userId, kind);
    if (!chosen) return;
    const mail = chosen.by_email
      ? await write(tx, parts, { ...chosen, now }, `${mailKinds[kind]}-now`)
      : undefined;
    if (mail) await parts.mailer.post(tx, mail);
    if (kind === 'nudge') await pushToAll(tx, userId, now);
  });
}

/** The email, in its user's zone and formats. Undefined: the address is not verified. */
async function write(
  tx: Tx,
  { appUrl, links, replyAddressOf }: SendParts,
  reminder: Due & { now: number },
  mailKind: string,
): Promise<(Mail & { id: string }) | undefined> {
  const { user_id: userId, kind, now } = reminder;
  const to = await recipientOf(tx, userId);
  if (to === undefined) return undefined;
  const id = newId();
  const stop = links.quietLink({ userId, kind });
  const mail = { id, kind: mailKind, about: userId, to };
  if (kind === 'nudge') return nudgeMail({ ...mail, stop, appUrl });
  const goals = await goalsOf(tx, userId);
  return questionMail({
    ...mail,
    links: { answer: links.answerLink({ userId, address: to, mailId: id, askedAt: now }), stop },
    replyTo: await replyAddressOf(tx, userId),
    goals: goals.slice(0, limits.goals),
    hasMoreGoals: goals.length > limits.goals,
    entries: await entriesOf(tx, userId, now - limits.entryDays * dayMs),
    locale: reminder.locale,
    timeZone: scheduleOf(reminder).timeZone,
  });
}

function scheduleOf({ days, hour, time_zone }: Due): Schedule {
  return { days, hour, timeZone: knownTimeZone(time_zone) ?? 'UTC' };
}
