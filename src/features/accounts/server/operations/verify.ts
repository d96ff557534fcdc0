// Proving an address by a mailed link (R-A3). The link counts only with a session of the account that it was made for, so
// that who signs up with somebody else's address gains nothing by that person's click (R-A4).
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import { maskedEmail } from '../../rules.ts';
import { texts } from '../../texts.ts';
import { extraAddressMail, verificationMail } from '../mails.tsx';
import { applyVerification, noteVerification } from '../store.ts';
import { addressBlock, spendTries } from './tries.ts';

const linkHours = 24;

export type MailParts = { config: Config; mailer: Mailer };

type ToProve = {
  userId: string;
  fullName: string;
  email: string;
  /** Null for the primary address. */
  extraId: string | null;
  /** Where it is asked from. */
  ip: string;
};

const day = 24 * 60;

/**
 * Mails a link to an address of the viewer and makes older ones void, or refuses (R-A8): one a minute by account or extra
 * address; to one address 5 a day that are asked for from one network, and 15 from all of them. Who enters the address
 * of somebody else as an extra one uses up none of the mails that its owner needs for the account.
 */
export async function sendVerification(tx: Tx, { config, mailer }: MailParts, address: ToProve) {
  const { userId, fullName, email, extraId, ip } = address;
  const kind = extraId ? 'extra address mail' : 'verification mail';
  const refused = await spendTries(tx, [
    { kind, key: extraId ?? userId, most: 1, minutes: 1 },
    { kind: `${kind} from`, key: `${addressBlock(ip)} to ${email}`, most: 5, minutes: day },
    { kind: `${kind} to`, key: email, most: 15, minutes: day },
  ]);
  if (refused) return refused;
  const token = newToken();
  await noteVerification(tx, hashToken(token), linkHours, extraId);
  const about = {
    to: email,
    instanceName: config.instanceName,
    link: `${config.appUrl}/auth?verify=${token}`,
  };
  await mailer.post(tx, extraId ? extraAddressMail(about) : verificationMail({ ...about, fullName }));
  return 'sent';
}

export async function verify({ tx, input }: { tx: Tx; input: { body: { token: string } } }) {
  const { outcome, address } = await applyVerification(tx, hashToken(input.body.token));
  if (address === null) return refuse('link_unknown');
  switch (outcome) {
    case 'verified':
      return { email: address };
    case 'unknown':
      return refuse('link_unknown');
    case 'expired':
      return refuse('link_expired');
    case 'replaced':
      return refuse('link_replaced');
    case 'taken':
      return refuse('address_taken');
    case 'another account':
      return refuse('link_of_another', { detail: texts.verification.ownerOf(maskedEmail(address)) });
  }
}
