// Proving an address by a mailed link (R-A3). The link counts only with a session of the account that it was made for, so
// that who signs up with somebody else's address gains nothing by that person's click (R-A4).
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import type { SignedIn } from '../../contract.ts';
import { maskedEmail } from '../../rules.ts';
import { texts } from '../../texts.ts';
import { verificationMail } from '../mails.tsx';
import { applyVerification, noteVerification, settleTries, takeTry } from '../store.ts';
import { tooManyTries } from './tries.ts';

const linkHours = 24;

export type MailParts = { config: Config; mailer: Mailer };

/**
 * Mails the viewer a link and makes older ones void, or refuses: one a minute by account, 5 a day to one address whoever
 * signs up with it (R-A8).
 */
export async function sendVerification(tx: Tx, { config, mailer }: MailParts, { user, profile }: SignedIn) {
  const limits = [
    { kind: 'verification mail', key: user.id, most: 1, minutes: 1 },
    { kind: 'verification mail to', key: user.email, most: 5, minutes: 24 * 60 },
  ];
  const taken: number[] = [];
  for (const limit of limits) {
    const { tryId, wait } = await takeTry(tx, limit);
    if (tryId === null) {
      await settleTries(tx, taken, 'given back');
      return tooManyTries(wait);
    }
    taken.push(tryId);
  }
  await settleTries(tx, taken, 'failed');
  const token = newToken();
  await noteVerification(tx, hashToken(token), linkHours);
  await mailer.post(
    tx,
    verificationMail({
      to: user.email,
      fullName: profile.full_name,
      instanceName: config.instanceName,
      link: `${config.appUrl}/auth?verify=${token}`,
    }),
  );
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
    case 'another account':
      return refuse('link_of_another', { detail: texts.verification.ownerOf(maskedEmail(address)) });
  }
}
