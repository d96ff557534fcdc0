import { mailSender } from '#features/accounts/server/operations/mail-sender.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { refuse } from '#platform/http/bind.ts';
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { limits } from '../../constants.ts';
import { untitled } from '../../texts.ts';
import { packetMail } from '../mails.tsx';
import { packetById } from '../store.ts';
import type { PacketLinks } from './packet-links.ts';

type Parts = { mailer: Mailer; links: PacketLinks };
type Call = { tx: Tx; viewer: Viewer; id: string; email: string };

/** Emails the link of a packet, within the limits of all emails to other people (R-M3). */
export async function sendPacket({ mailer, links }: Parts, { tx, viewer, id, email }: Call) {
  const to = normalEmail(email);
  if (to === '') return refuse('email_required');
  if (!isEmail(to)) return refuse('invalid_email');
  const stored = await packetById(tx, id);
  if (!stored) return refuse('not_found');
  const { draft, version, seed, expires_at: expiresAt, ended_at: endedAt } = stored;
  if (version === null || seed === null || expiresAt === null) return refuse('not_published');
  if (endedAt !== null || Date.parse(expiresAt) <= Date.now()) return refuse('not_published');
  const sender = await mailSender(tx, viewer);
  if (!sender) return refuse('no_session');
  const refused = await consumeAttempts(tx, [
    { kind: 'packet email', key: viewer.userId, max: limits.emailsPerHour, minutes: 60 },
  ]);
  if (refused) return refuse('too_many_emails', refused.retryAfter ? { retryAfter: refused.retryAfter } : {});
  const { url } = links.linkFor({ packetId: id, seed });
  const title = draft.title || untitled;
  const mail = packetMail({ to, sender, title, period: draft.period, url, expiresAt });
  const state = await mailer.post(tx, mail);
  // The same response for both: the sender must not learn whether an address has unsubscribed (R-J3).
  if (state === 'full' || state === 'suppressed') return refuse('email_not_sent');
  return { email: to, state };
}
