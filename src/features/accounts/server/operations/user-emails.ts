// Extra addresses (R-A9) are stored unverified and become usable through an emailed link. Until then, responses do not
// reveal whether another user has the address.
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { attempts } from '../../attempt-constants.ts';
import { limits } from '../../constants.ts';
import type { operations, UserEmail } from '../../contract.ts';
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { addAddress, addressesOf, hasPassword, lockAddresses, removeAddress } from '../address-store.ts';
import { ownAccount } from '../store.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { sendVerification, type MailParts } from './verify.ts';

type ById = { tx: Tx; viewer: Viewer; input: { params: { id: string } } };

export async function listAddresses({ tx, viewer }: { tx: Tx; viewer: Viewer }) {
  return { rows: await addressesOf(tx, viewer.userId), has_password: await hasPassword(tx) };
}

export function addUserEmail(parts: MailParts) {
  return inSteps<(typeof operations)['POST /api/user_emails']>(async ({ step, input, request }) => {
    const { id } = input.body;
    const email = normalEmail(input.body.email);
    if (!isEmail(email)) return refuse('invalid_email');
    return step(async ({ tx, viewer }) => {
      await lockAddresses(tx, viewer.userId);
      const rows = await addressesOf(tx, viewer.userId);
      const same = rows.find((row) => row.id === id);
      if (same) return same.email === email && !same.is_primary ? same : refuse('id_taken');
      if (rows.some((row) => row.email === email)) return refuse('email_added');
      const refused = await consumeAttempts(tx, [
        { kind: 'extra address', key: viewer.userId, ...attempts.extraAddress },
      ]);
      if (refused) return refused;

      const outcome = await addAddress(tx, id, email, limits.userEmails);
      if (outcome !== 'added') return refuse(outcome === 'too many' ? 'too_many_emails' : 'id_taken');
      const added = await addressOf(tx, viewer, id);
      if (!added) return refuse('no_session');
      // Beyond the limit no email is sent. The resend operation reports how long to wait.
      await sendLink(tx, parts, viewer, added, request.ip);
      return added;
    });
  });
}

export function resendToUserEmail(parts: MailParts) {
  return inSteps<(typeof operations)['POST /api/user_emails/:id/resend']>(({ step, input, request }) =>
    step(async ({ tx, viewer }) => {
      // Locks in the same order as addUserEmail: addresses, attempts, user.
      await lockAddresses(tx, viewer.userId);
      const address = await addressOf(tx, viewer, input.params.id);
      if (!address) return refuse('not_found');
      if (address.verified) return { email: address.email, sent: false };
      const sent = await sendLink(tx, parts, viewer, address, request.ip);
      return isRefused(sent) ? sent : { email: address.email, sent: true };
    }),
  );
}

export async function removeUserEmail({ tx, viewer, input }: ById) {
  if (input.params.id.toLowerCase() === viewer.userId) return refuse('primary_email');
  if (!(await removeAddress(tx, input.params.id))) return refuse('not_found');
  return listAddresses({ tx, viewer });
}

async function addressOf(tx: Tx, viewer: Viewer, id: string): Promise<UserEmail | undefined> {
  return (await addressesOf(tx, viewer.userId)).find((row) => row.id === id.toLowerCase());
}

async function sendLink(tx: Tx, parts: MailParts, { userId }: Viewer, address: UserEmail, ip: string) {
  const { id, email, is_primary } = address;
  const account = await ownAccount(tx, userId);
  if (!account) return refuse('no_session');
  const { full_name: fullName } = account.profile;
  return sendVerification(tx, parts, { userId, fullName, email, extraId: is_primary ? null : id, ip });
}
