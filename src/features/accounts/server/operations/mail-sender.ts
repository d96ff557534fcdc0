// How an email to other people names the user who sent it (R-A3): by the name (`shownName`),
// and by the address if it is verified.
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { shownName } from '../../name-rules.ts';
import { describeViewer } from './read-signed-in-user.ts';

export type MailSender = {
  /** The name, or the address; null for neither. */
  name: string | null;
  /** Both, if both are known. */
  described: string | null;
  /** Shown before "via", and the address for replies. */
  header: Pick<Mail, 'fromName' | 'replyTo'>;
};

/** The viewer as the sender of an email, or undefined if the account was deleted. */
export async function mailSender(tx: Tx, viewer: Viewer): Promise<MailSender | undefined> {
  const account = await describeViewer(tx, viewer);
  if (!account) return undefined;
  const address = account.user.email_verified ? account.user.email : null;
  return senderNamed(account.profile.full_name, address);
}

/** A user as the sender of an email. `address`: the primary one, if it is verified. */
export function senderNamed(fullName: string, address: string | null): MailSender {
  const name = shownName(fullName, address);
  return {
    name,
    described: name !== null && address !== null && name !== address ? `${name} (${address})` : name,
    header: { ...(name !== null && { fromName: name }), ...(address !== null && { replyTo: address }) },
  };
}

export { isOwnAddress, ownsMailbox } from '../address-store.ts';
export { mailboxOf } from '../store.ts';
