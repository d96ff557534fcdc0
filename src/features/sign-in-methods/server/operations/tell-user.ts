// Emails about changes of how an account is opened, in case they are not the user's.
import type { Config } from '#platform/config/config.ts';
import { describeViewer } from '#features/accounts/server/operations/read-signed-in-user.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { isMailStored, type Mailer } from '#platform/mail/mailer.ts';
import { changedMail, type Change } from '../mails.tsx';

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

/**
 * In the transaction of the change. Not at an unverified address: it may belong to someone else. `undoToken`: of the link
 * that undoes it, for the first second factor.
 */
export async function tellUser(
  tx: Tx,
  { config, mailer }: MailParts,
  viewer: Viewer,
  change: Change,
  undoToken: string | null = null,
): Promise<void> {
  const account = await describeViewer(tx, viewer);
  if (!account?.user.email_verified) return;
  await mailer.post(
    tx,
    changedMail({ to: account.user.email, userId: viewer.userId, change, undoToken, config }),
  );
}
