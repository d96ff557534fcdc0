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
import { spendTries } from './tries.ts';

const linkHours = 24;

export type MailParts = { config: Config; mailer: Mailer };

type ToProve = {
  userId: string;
  fullName: string;
  email: string;
  /** Null for the primary address. */
  extraId: string | null;
};

/**
 * Mails a link to an address of the viewer and makes older ones void, or refuses: one a minute by account or extra
 * address, 5 a day to one address whoever enters it (R-A8).
 */
export async function sendVerification(tx: Tx, { config, mailer }: MailParts, address: ToProve) {
  const { userId, fullName, email, extraId } = address;
  const refused = await spendTries(tx, [
    { kind: 'verification mail', key: extraId ?? userId, most: 1, minutes: 1 },
    { kind: 'verification mail to', key: email, most: 5, minutes: 24 * 60 },
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
