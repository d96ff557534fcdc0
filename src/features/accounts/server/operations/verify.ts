// Verifies an address through an emailed link (R-A3). The link works only with a session of the account it was created
// for, so an attacker who signs up with another user's address gains nothing when the owner clicks the link (R-A4).
import { addressBlock } from '#platform/http/address-block.ts';
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import { shownName } from '../../name-rules.ts';
import { maskedEmail } from '#platform/mail/address.ts';
import { ownerOf } from '../../texts.ts';
import { extraAddressMail, verificationMail } from '../mails.tsx';
import { applyVerification, mailboxOf, storeVerificationLink } from '../store.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { attempts } from '../../attempt-constants.ts';
import { limits } from '../../constants.ts';
import { unverifiedMailLimits } from './attempt-limits.ts';

export type MailParts = { config: Config; mailer: Mailer };

type AddressToVerify = {
  userId: string;
  fullName: string;
  email: string;
  /** Null for the primary address. */
  extraId: string | null;
  /** Network address of the caller. */
  ip: string;
};

/**
 * Emails a link to an address of the viewer and voids older ones, or refuses (R-A8). Limits: one a minute per account
 * or extra address; to one mailbox, 5 a day per requesting network and 15 in total; from one network, 20 a day to all
 * addresses, so that sign-up cannot be used to email strangers. Adding another user's address as an extra one does not
 * use up the emails that the owner needs to sign up.
 */
export async function sendVerification(tx: Tx, { config, mailer }: MailParts, address: AddressToVerify) {
  const { userId, fullName, email, extraId, ip } = address;
  const kind = extraId ? 'extra address mail' : 'verification mail';
  const mailbox = await mailboxOf(tx, email);
  const refused = await consumeAttempts(tx, [
    { kind, key: extraId ?? userId, ...attempts.verification },
    { kind: `${kind} from`, key: `${addressBlock(ip)} to ${mailbox}`, ...attempts.verificationFromNetwork },
    { kind: `${kind} to`, key: mailbox, ...attempts.verificationToMailbox },
    ...unverifiedMailLimits(config, ip),
  ]);
  if (refused) return refused;
  const token = newToken();
  await storeVerificationLink(tx, hashToken(token), limits.verificationHours, extraId);
  const about = {
    to: email,
    instanceName: config.instanceName,
    link: `${config.appUrl}/auth?verify=${token}`,
  };
  await mailer.post(
    tx,
    extraId ? extraAddressMail(about) : verificationMail({ ...about, name: shownName(fullName, null) }),
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
    case 'taken':
      return refuse('address_taken');
    case 'another account':
      return refuse('link_of_another', { detail: ownerOf(maskedEmail(address)) });
  }
}
