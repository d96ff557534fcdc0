// Emails about changes of how an account is opened, in case they are not the user's.
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { isMailStored, type Mailer } from '#platform/mail/mailer.ts';
import { changedMail } from '../mails.tsx';

export type MailParts = { config: Config; mailer: Mailer };

/** The job that the operator's command adds. */
export const methodsResetTask = 'tell-methods-reset';

type Payload = { id: string; to: string; user_id: string };

/** The job. Can be repeated. */
export async function tellReset(tx: Tx, { config, mailer }: MailParts, payload: unknown): Promise<void> {
  const { id, to, user_id: userId } = payload as Payload;
  if (await isMailStored(tx, id)) return;
  await mailer.post(tx, changedMail({ id, to, userId, change: 'reset', config }));
}

/** In the transaction of the change. `undoToken`: of the link that undoes it, for the first passkey. */
export async function tellAdded(
  tx: Tx,
  { config, mailer }: MailParts,
  user: { id: string; email: string },
  undoToken: string | null,
): Promise<void> {
  const change = undoToken === null ? 'added' : 'first';
  await mailer.post(tx, changedMail({ to: user.email, userId: user.id, change, undoToken, config }));
}
