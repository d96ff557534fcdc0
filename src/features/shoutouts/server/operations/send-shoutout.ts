import { isEmail, normalEmail } from '#features/accounts/rules.ts';
import type { AddressProofs } from '#features/accounts/server/operations/address-proofs.ts';
import { consumeAttempts } from '#features/accounts/server/operations/attempts.ts';
import { describeViewer } from '#features/accounts/server/operations/read-signed-in-user.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { checkInOf } from '#features/check-ins/server/operations/linked-check-in.ts';
import type { Config } from '#platform/config/config.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { limits, type operations } from '../../contract.ts';
import { excerptOf, inputFault, isSameShoutout } from '../../rules.ts';
import { shoutoutMail } from '../mails.tsx';
import { insertShoutout, isOwnAddress, noteEmailFailed, shoutoutById } from '../store.ts';

type Body = BodyOf<(typeof operations)['POST /api/shoutouts']>;
/** What sending needs in addition to the caller's transaction. */
export type SendParts = { config: Config; mailer: Mailer; proofs: AddressProofs };

/**
 * Sends a shoutout with its email in the caller's transaction, also for features that write one together with an entry.
 * A repeat with the same id and content returns the stored shoutout; different content is refused. `email` of the
 * result says whether the email is held, waiting, or failed.
 */
export async function sendShoutout(
  { config, mailer, proofs }: SendParts,
  { tx, viewer, body }: { tx: Tx; viewer: Viewer; body: Body },
) {
  const recipient = normalEmail(body.recipient_email);
  const message = normalizeText(body.message);
  const checkInId = body.check_in_id ?? null;
  const fault = inputFault({ recipient, isAddress: isEmail(recipient), message });
  if (fault) return refuse(fault);

  const wanted = { recipient_email: recipient, message, check_in_id: checkInId };
  const existing = await shoutoutById(tx, body.id);
  if (existing) return isSameShoutout(existing, wanted) ? existing : refuse('id_taken');
  if (await isOwnAddress(tx, recipient)) return refuse('own_address');
  const entry = await checkInOf(tx, checkInId);
  if (checkInId !== null && (!entry || entry.deleted_at !== null)) return refuse('not_found');
  const account = await describeViewer(tx, viewer);
  if (!account) return refuse('no_session');
  const refused = await consumeAttempts(tx, [
    { kind: 'shoutout', key: viewer.userId, max: limits.perHour, minutes: 60 },
  ]);
  if (refused) return refused;

  const excerpt = entry && excerptOf(entry.content);
  if (!(await insertShoutout(tx, { id: body.id, ...wanted, excerpt }))) {
    // The same request may have been sent twice at the same time.
    const concurrent = await shoutoutById(tx, body.id);
    return concurrent && isSameShoutout(concurrent, wanted) ? concurrent : refuse('id_taken');
  }
  const { instanceName, appUrl } = config;
  const { email, email_verified: verified } = account.user;
  const sender = { fullName: account.profile.full_name, email, verified };
  const proof = proofs.tokenFor(recipient, Date.now());
  const mail = { id: body.id, to: recipient, sender, message, excerpt, instanceName, appUrl, proof };
  if ((await mailer.post(tx, shoutoutMail(mail))) === 'full') await noteEmailFailed(tx, body.id);
  return (await shoutoutById(tx, body.id)) ?? refuse('not_found');
}
