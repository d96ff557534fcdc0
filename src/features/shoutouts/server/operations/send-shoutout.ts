import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { AddressProofs } from '#features/accounts/server/operations/address-proofs.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import {
  isOwnAddress,
  mailSender,
  type MailSender,
} from '#features/accounts/server/operations/mail-sender.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { checkInOf, noteShoutout } from '#features/check-ins/server/operations/linked-check-in.ts';
import { newId } from '#platform/clock/id.ts';
import type { Config } from '#platform/config/config.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { isRefused, refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { lockMails, type Mailer } from '#platform/mail/mailer.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { limits } from '../../constants.ts';
import type { operations, Shoutout } from '../../contract.ts';
import { excerptOf, inputProblem, isSameShoutout } from '../../rules.ts';
import { shoutoutMail } from '../mails.tsx';
import { insertShoutout, replaceMail, sameShoutout, shoutoutById } from '../store.ts';

type Body = Pick<
  BodyOf<(typeof operations)['POST /api/shoutouts']>,
  'id' | 'recipient_email' | 'message' | 'check_in_id'
>;
/** What sending needs in addition to the caller's transaction. */
export type SendParts = { config: Config; mailer: Mailer; proofs: AddressProofs };

/** What the server provides. */
export type SendingParts = { config: Config; mailer: Mailer; appSecret: string };

export const sendParts = ({ config, mailer, appSecret }: SendingParts): SendParts => ({
  ...{ config, mailer },
  proofs: new AddressProofs(appSecret),
});

type Call = { tx: Tx; viewer: Viewer; body: Body };

/**
 * Sends a shoutout with its email in the caller's transaction. A repeat with the same id and content returns the stored
 * shoutout; different content is refused. `email` of the result says whether the email is held, waiting, or failed.
 */
export async function sendShoutout(parts: SendParts, { tx, viewer, body }: Call) {
  const wanted = readShoutout(body);
  if (isRefused(wanted)) return wanted;
  await lockMails(tx);
  const sentBefore = body.id === undefined && wanted.check_in_id && (await sameShoutout(tx, wanted, false));
  const existing = await shoutoutById(tx, sentBefore || wanted.id);
  if (existing) return isSameShoutout(existing, wanted) ? existing : refuse('id_taken');
  const entry = await checkInOf(tx, wanted.check_in_id);
  if (wanted.check_in_id !== null && (!entry || entry.deleted_at !== null)) return refuse('not_found');
  const sender = await admitShoutout({ tx, viewer, wanted });
  if (isRefused(sender)) return sender;
  const isSent = await deliverShoutout(parts, { tx, wanted, sender, entry });
  if (!isSent) return refuse('id_taken');
  return (await shoutoutById(tx, wanted.id)) ?? refuse('not_found');
}

/** What to store for a request, or why its input is refused. */
export function readShoutout(body: Body) {
  const recipient = normalEmail(body.recipient_email);
  const message = normalizeText(body.message);
  const problem = inputProblem({ recipient, isAddress: isEmail(recipient), message });
  if (problem) return refuse(problem);
  const id = body.id ?? newId();
  return { id, recipient_email: recipient, message, check_in_id: body.check_in_id ?? null };
}

type Wanted = Exclude<ReturnType<typeof readShoutout>, { code: unknown }>;

/** The viewer as the sender of a shoutout, or why it is refused. Counts toward the limit. */
export async function admitShoutout(call: {
  tx: Tx;
  viewer: Viewer;
  wanted: Pick<Wanted, 'recipient_email'>;
}) {
  const { tx, viewer, wanted } = call;
  if (await isOwnAddress(tx, wanted.recipient_email)) return refuse('own_address');
  const sender = await mailSender(tx, viewer);
  if (!sender) return refuse('no_session');
  const refused = await consumeAttempts(tx, [
    { kind: 'shoutout', key: viewer.userId, max: limits.perHour, minutes: 60 },
  ]);
  return refused ?? sender;
}

type Delivery = { tx: Tx; wanted: Wanted; sender: MailSender; entry: CheckIn | null };

/** Stores an admitted shoutout and posts its email. False if the id is another user's. */
export async function deliverShoutout(
  parts: SendParts,
  { tx, wanted, sender, entry }: Delivery,
): Promise<boolean> {
  const excerpt = entry && excerptOf(entry.content);
  const mailId = newId();
  if (!(await insertShoutout(tx, { ...wanted, excerpt, mailId }))) return false;
  await postMail(parts, tx, { ...wanted, mailId, sender, excerpt });
  // After the email: app.pass_on_mail_state says in which order rows are locked.
  if (entry) await noteShoutout(tx, entry.id);
  return true;
}

type Posting = Pick<Shoutout, 'recipient_email' | 'message' | 'excerpt'> & {
  mailId: string;
  sender: MailSender;
};

async function postMail({ config, mailer, proofs }: SendParts, tx: Tx, posting: Posting): Promise<void> {
  const { recipient_email: to, message, excerpt, mailId: id, sender } = posting;
  const { instanceName, appUrl } = config;
  const proof = proofs.tokenFor(to, Date.now());
  await mailer.post(tx, shoutoutMail({ id, to, sender, message, excerpt, instanceName, appUrl, proof }));
}

/** Posts the email of a shoutout again if it failed (R-J1). A repeat finds it posted, and changes nothing. */
export async function sendShoutoutAgain(
  parts: SendParts,
  { tx, viewer, id }: { tx: Tx; viewer: Viewer; id: string },
) {
  await lockMails(tx);
  const found = await shoutoutById(tx, id);
  if (found?.direction !== 'sent') return refuse('not_found');
  if (found.email !== 'failed') return found;
  const sender = await admitShoutout({ tx, viewer, wanted: found });
  if (isRefused(sender)) return sender;
  const mailId = newId();
  // The email first: app.pass_on_mail_state says in which order rows are locked.
  await postMail(parts, tx, { ...found, mailId, sender });
  await replaceMail(tx, id, mailId);
  return (await shoutoutById(tx, id)) ?? refuse('not_found');
}
