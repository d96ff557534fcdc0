// Asks a reference to vouch, by email. The token is in the email only: the database stores its hash, and no response
// contains it (R-F1).
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { mailSender } from '#features/accounts/server/operations/mail-sender.ts';
import type { Config } from '#platform/config/config.ts';
import { newId } from '#platform/clock/id.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { isRefused, refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { lockMails, type Mailer } from '#platform/mail/mailer.ts';
import { limits } from '../../constants.ts';
import type { operations, Vouch } from '../../contract.ts';
import { linkLimits } from '../../link-constants.ts';
import { isSameRequest, lineOf, longest, requestProblem, requestOf, resendFrom } from '../../rules.ts';
import { fieldTexts, tooLong } from '../../texts.ts';
import { vouchMail } from '../mails.tsx';
import {
  canVouch,
  insertVouch,
  newestOpen,
  noteToken,
  vouchById,
  type Noted,
  type StoredVouch,
} from '../store.ts';
import type { VouchLinks } from './vouch-links.ts';

export type SendParts = { config: Config; mailer: Mailer; links: VouchLinks };
type Caller = { tx: Tx; viewer: Viewer };
type All = typeof operations;

/** Seconds between two emails about a vouch (R-F3). The try-it mode has no one to protect. */
function resendGap({ mode }: Pick<Config, 'mode'>): number {
  return mode === 'production' ? linkLimits.hoursBetweenEmails * 3600 : 0;
}

/** A vouch as its owner sees it. */
export function shownToOwner(config: Pick<Config, 'mode'>, stored: StoredVouch): Vouch {
  return { ...stored, resend_from: resendFrom(stored, resendGap(config)) };
}

/** Creates a vouch with its email. A repeat with the same id and content returns the stored vouch. */
export async function createVouch(
  parts: SendParts,
  { tx, viewer, body }: Caller & { body: BodyOf<All['POST /api/vouches']> },
) {
  const { id, user_id: _, ...raw } = body;
  const email = normalEmail(raw.reference_email);
  const request = requestOf(raw, email);
  const problem = requestProblem(request, isEmail(email));
  if (problem) {
    const { code, field } = problem;
    if (code !== 'text_too_long' || field === 'reference_email') return refuse(code);
    return refuse(code, { detail: tooLong(fieldTexts[field], longest[field]) });
  }
  const sameOrTaken = (stored: StoredVouch | undefined) =>
    stored && isSameRequest(stored, request) ? shownToOwner(parts.config, stored) : refuse('id_taken');

  await lockMails(tx);
  const existing = await vouchById(tx, id, { includeDeleted: true });
  if (existing) return sameOrTaken(existing);
  if (!(await canVouch(tx, email))) return refuse('own_address');
  const refused = await consumeAttempts(tx, [
    { kind: 'vouch', key: viewer.userId, max: limits.perHour, minutes: 60 },
  ]);
  if (refused) return refused;
  // The same request may have been sent twice at the same time.
  if (!(await insertVouch(tx, id, request)))
    return sameOrTaken(await vouchById(tx, id, { includeDeleted: true }));
  const sent = await sendLink(parts, { tx, viewer, id });
  return isRefused(sent) ? sent : sent.vouch;
}

/** Emails a new link for a vouch of the viewer. */
export async function resendVouch(parts: SendParts, call: Caller & { id: string }) {
  const sent = await sendLink(parts, call);
  if (isRefused(sent)) return sent;
  return sent.noted === 'sent' ? sent.vouch : refuseResend(sent.noted, sent.vouch);
}

/**
 * A function for other clients (docs/compatibility.md): finds the vouch by its project and reference and takes everything
 * else from it, or creates it. Clients that create the vouch and then call the function send one email.
 */
export async function resendByContent(
  parts: SendParts,
  { tx, viewer, body }: Caller & { body: BodyOf<All['POST /api/functions/v1/send-vouch-verification']> },
) {
  await lockMails(tx);
  const id = await newestOpen(tx, lineOf(body.projectName), normalEmail(body.referenceEmail));
  if (id === undefined) return createVouch(parts, { tx, viewer, body: newVouchOf(body) });
  const stored = await vouchById(tx, id);
  const isSent = stored?.status === 'pending' && stored.email !== 'failed';
  if (isSent && Date.now() - Date.parse(stored.sent_at) < limits.minutesOfOneRequest * 60_000)
    return shownToOwner(parts.config, stored);
  return resendVouch(parts, { tx, viewer, id });
}

const newVouchOf = (body: BodyOf<All['POST /api/functions/v1/send-vouch-verification']>) => ({
  id: newId(),
  project_name: body.projectName,
  project_context: body.projectContext ?? '',
  individual_contribution: body.individualContribution ?? '',
  reference_name: body.referenceName ?? '',
  reference_email: body.referenceEmail,
  reference_position: body.referencePosition ?? '',
  reference_department: body.referenceDepartment,
});

const notedRefusals = {
  'not found': 'not_found',
  closed: 'vouch_closed',
  'used up': 'resends_used_up',
  'too soon': 'resend_too_soon',
  waiting: 'email_waiting',
} as const satisfies Record<Exclude<Noted, 'sent'>, string>;

/** Stores a new link and posts its email, unless `noted` says why not. */
export async function sendLink(
  { config, mailer, links }: SendParts,
  { tx, viewer, id }: Caller & { id: string },
) {
  const sender = await mailSender(tx, viewer);
  if (!sender) return refuse('no_session');
  const mailId = newId();
  const { link, tokenHash } = links.linkFor(mailId);
  const gap = resendGap(config);
  const noted = await noteToken(tx, { vouchId: id, tokenHash, mailId, gap });
  const stored = await vouchById(tx, id);
  if (!stored) return refuse('not_found');
  if (noted !== 'sent') return { noted, vouch: shownToOwner(config, stored) };

  await mailer.post(tx, vouchMail({ id: mailId, vouch: stored, sender, link }));
  const sent = await vouchById(tx, id);
  return sent ? { noted, vouch: shownToOwner(config, sent) } : refuse('not_found');
}

function refuseResend(noted: Exclude<Noted, 'sent'>, { resend_from }: Vouch) {
  const code = notedRefusals[noted];
  if (code !== 'resend_too_soon' || resend_from === null) return refuse(code);
  return refuse(code, { retryAfter: Math.max(1, Math.ceil((Date.parse(resend_from) - Date.now()) / 1000)) });
}
