// Tells the owner of an address why a message was refused (R-N3). Its sender is never answered: the sender may be forged, and
// would get what a stranger wrote.
import type { Config } from '#platform/config/config.ts';
import { newId } from '#platform/clock/id.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { isMailStored, type Mailer } from '#platform/mail/mailer.ts';
import { limits, refusalReasons, type RefusalReason } from '../../constants.ts';
import { refusedMail } from '../mails.tsx';
import { noticeRecipient } from '../store.ts';

export const tellTask = 'tell-refused-mail';
const day = 24 * 60;

/** Adds the job, unless the owner has been notified often enough today. */
export async function tellLater(tx: Tx, userId: string, reason: RefusalReason): Promise<void> {
  const limit = { kind: 'refused email', key: userId, max: limits.notices, minutes: day };
  if ((await consumeAttempts(tx, [limit])) === undefined)
    await tx.enqueue(tellTask, { id: newId(), user_id: userId, reason });
}

type Payload = { id: string; user_id: string; reason: RefusalReason };

/** The job. Can be repeated. */
export async function tellOwner(
  tx: Tx,
  { config, mailer }: { config: Config; mailer: Mailer },
  payload: unknown,
): Promise<void> {
  const { id, user_id: userId, reason } = payload as Payload;
  if (!refusalReasons.includes(reason) || (await isMailStored(tx, id))) return;
  const to = await noticeRecipient(tx, userId);
  if (to === undefined) return;
  const { instanceName, appUrl } = config;
  await mailer.post(tx, refusedMail({ id, userId, to, reason, instanceName, appUrl }));
}
