import { checkInById } from '#features/check-ins/server/operations/shared-check-in.ts';
import { sendHighlightAgain } from '#features/shoutouts/server/operations/highlight-teammate.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { lockMails } from '#platform/mail/mailer.ts';
import type { SharingParts } from './share-new-check-in.ts';
import { sendManagerMailAgain } from './share-with-manager.ts';

type Call = { tx: Tx; viewer: Viewer; id: string; to: 'manager' | 'teammate' };

/** Posts the email about a shared entry again if it failed (R-J1), within the limits of sharing it. Idempotent. */
export async function sendAgain(parts: SharingParts, { tx, viewer, id, to }: Call) {
  if (to === 'manager') return sendManagerMailAgain(parts, { tx, viewer, id });
  await lockMails(tx);
  const entry = await checkInById(tx, id);
  if (!entry || entry.deleted_at !== null) return refuse('not_found');
  if (entry.teammate_email_state !== 'failed') return entry;
  const refused = await sendHighlightAgain(parts.shoutouts, { tx, viewer, checkInId: id });
  return refused ?? (await checkInById(tx, id)) ?? refuse('not_found');
}
