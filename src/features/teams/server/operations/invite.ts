// Invites an address, with an email (R-E2, R-E6). Nothing in the responses reveals whether the address has an account.
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { mailSender, mailboxOf, ownsMailbox } from '#features/accounts/server/operations/mail-sender.ts';
import { pageOf, readCursor } from '#platform/http/paging.ts';
import { newId } from '#platform/clock/id.ts';
import type { Config } from '#platform/config/config.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { inOneTrip, refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { emailStateOf, lockMails, type Mailer } from '#platform/mail/mailer.ts';
import { limits } from '../../constants.ts';
import type { Invitation, InvitationType, operations } from '../../contract.ts';
import { linkLimits } from '../../link-constants.ts';
import { resendFrom, type StoredInvitation } from '../../rules.ts';
import { addressTexts } from '../../texts.ts';
import {
  addInvitation,
  declinedUntil,
  invitationById,
  invitationPage,
  invitationRefusal,
  noteMail,
  pendingInvitation,
  withdraw,
  type InvitationRefusal,
} from '../invitation-store.ts';
import { invitationMail } from '../mails.tsx';
import type { InvitationLinks } from './invitation-links.ts';

export type InviteParts = { config: Config; mailer: Mailer; links: InvitationLinks };
type Mode = Pick<Config, 'mode'>;
type Caller = { tx: Tx; viewer: Viewer };
type All = typeof operations;

/** Seconds between two emails of an invitation. Try-it mode has no one to protect. */
const resendGap = ({ mode }: Mode) => (mode === 'production' ? linkLimits.hoursBetweenEmails * 3600 : 0);

/** An invitation as its sender sees it. */
export function shownToSender(config: Mode, stored: StoredInvitation): Invitation {
  const { sent_at: _, resends: __, closed_at: ___, ...shown } = stored;
  return { ...shown, resend_from: resendFrom(stored, resendGap(config)) };
}

export function listInvitations(config: Mode) {
  return inOneTrip<All['GET /api/team_invitations']>(async ({ tx, input: { query } }) => {
    const before = query.before === undefined ? null : readCursor(query.before);
    if (query.before !== undefined && before === null)
      return refuse('invalid_input', { detail: 'before is not a valid cursor.' });
    const found = await invitationPage(tx, before, query.limit + 1);
    const { rows, next } = pageOf(found, query.limit, 'created_at');
    return { rows: rows.map((row) => shownToSender(config, row)), next };
  });
}

const day = 24 * 60;

const secondsUntil = (instant: string) => Math.ceil((Date.parse(instant) - Date.now()) / 1000);

type NewInvitation = Pick<
  BodyOf<All['POST /api/team_invitations']>,
  'id' | 'type' | 'email' | 'employee_email'
>;

/** Invites an address. A repeat with the same id, type and address returns the stored invitation. */
export async function invite(parts: InviteParts, { tx, viewer, body }: Caller & { body: NewInvitation }) {
  const { id, type } = body;
  const email = normalEmail(body.email ?? body.employee_email ?? '');
  if (!isEmail(email)) return refuse('invalid_email');
  await lockMails(tx);
  const existing = await invitationById(tx, id);
  if (existing) {
    const isSame = existing.type === type && existing.email === email;
    return isSame ? shownToSender(parts.config, existing) : refuse('id_taken');
  }
  if (await ownsMailbox(tx, email)) return refuse('own_address', { detail: addressTexts.own(email) });
  const refusal = await invitationRefusal(tx, type, email);
  if (refusal) return refuseInvitation(tx, refusal, { type, email });
  const refused = await consumeAttempts(tx, [
    { kind: 'team invitation', key: viewer.userId, max: limits.perDay, minutes: day },
    {
      ...{ kind: 'team invitation to', key: `${viewer.userId} ${await mailboxOf(tx, email)}` },
      ...{ max: limits.perDayToMailbox, minutes: day },
    },
  ]);
  // Unlike other limits, without the time to wait: it names the daily limit.
  if (refused) return refuse('too_many_tries', { retryAfter: refused.retryAfter ?? 1 });
  const outcome = await addInvitation(tx, id, type, email);
  if (outcome === 'id taken') return refuse('id_taken');
  if (outcome !== 'invited') return refuseInvitation(tx, outcome, { type, email });
  return sendInvitation(parts, { tx, viewer, id });
}

async function refuseInvitation(
  tx: Tx,
  refusal: InvitationRefusal,
  { type, email }: { type: InvitationType; email: string },
) {
  if (refusal === 'plan required') return refuse('plan_required');
  if (refusal === 'too many') return refuse('too_many_pending');
  if (refusal === 'declined') {
    const wait = secondsUntil((await declinedUntil(tx, type, email)) ?? '');
    const days = Math.ceil(wait / (24 * 3600));
    return refuse('invitation_declined', { detail: addressTexts.declined(days), retryAfter: wait });
  }
  return refuse('invitation_exists', { detail: addressTexts.exists(email) });
}

/**
 * A function for other clients (docs/compatibility.md): resends the email of a pending invitation, or invites. An email
 * that still waits stays as it is. Clients that insert the invitation and then call the function send one email.
 */
export async function sendAgain(
  parts: InviteParts,
  { tx, viewer, body }: Caller & { body: BodyOf<All['POST /api/functions/v1/send-team-invitation']> },
) {
  const email = normalEmail(body.email);
  if (!isEmail(email)) return refuse('invalid_email');
  const type = body.type ?? 'employee';
  await lockMails(tx);
  const stored = await pendingInvitation(tx, type, email);
  if (stored?.status !== 'pending') {
    if (body.again) return refuse('invitation_invalid');
    return invite(parts, { tx, viewer, body: { id: newId(), type, email } });
  }
  if ((await invitationRefusal(tx, type, email)) === 'plan required') return refuse('plan_required');
  if (stored.email_state === 'held' || stored.email_state === 'waiting')
    return shownToSender(parts.config, stored);
  if (!body.again && isRecent(stored)) return shownToSender(parts.config, stored);
  const from = resendFrom(stored, resendGap(parts.config));
  if (from === null) return refuse('resends_used_up');
  const wait = secondsUntil(from);
  if (wait > 0) return refuse('resend_too_soon', { retryAfter: wait });
  return sendInvitation(parts, { tx, viewer, id: stored.id });
}

/** Whether the email was requested a moment ago, so this request repeats that one. */
function isRecent({ sent_at, email_state }: StoredInvitation): boolean {
  if (sent_at === null || email_state === 'failed') return false;
  return Date.now() - Date.parse(sent_at) < limits.minutesOfOneRequest * 60_000;
}

/** Posts the email of a pending invitation of the viewer. Runs under `lockMails`. */
async function sendInvitation(
  { config, mailer, links }: InviteParts,
  { tx, viewer, id }: Caller & { id: string },
) {
  const sender = await mailSender(tx, viewer);
  const stored = await invitationById(tx, id);
  if (!sender || !stored) return refuse('no_session');
  const { type, email: to } = stored;
  const mailId = newId();
  const { link, tokenHash } = links.linkFor({ id, senderId: viewer.userId, type, address: to });
  const { instanceName } = config;
  // The email first: app.pass_on_mail_state says in which order rows are locked.
  const posted = await mailer.post(tx, invitationMail({ id: mailId, type, to, sender, link, instanceName }));
  await noteMail(tx, { invitationId: id, tokenHash, mailId, state: emailStateOf(posted) });
  const sent = await invitationById(tx, id);
  return sent ? shownToSender(config, sent) : refuse('not_found');
}

export async function withdrawInvitation({ tx, input }: { tx: Tx; input: { params: { id: string } } }) {
  return (await withdraw(tx, input.params.id)) ? { id: input.params.id } : refuse('not_found');
}
