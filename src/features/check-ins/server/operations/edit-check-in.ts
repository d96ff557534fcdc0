import { refuse, refuseAndRollBack } from '#platform/http/bind.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { lockMails } from '#platform/mail/mailer.ts';
import { decideEdit } from '../../change-rules.ts';
import type { CheckIn, operations } from '../../contract.ts';
import { deleteFiles, filesOf } from '../file-store.ts';
import { checkInById, editCheckIn, lockCheckIn } from '../store.ts';
import { renewUnsentMail, type ManagerParts } from './share-with-manager.ts';

type Body = BodyOf<(typeof operations)['PATCH /api/check_ins/:id']>;

type Call = { tx: Tx; viewer: Viewer; id: string; body: Body };

/**
 * Changes the content, emoji and files of an entry. The date does not change, and no email is sent (R-B2), but one that
 * is not sent yet gets the new text (R-B6). Idempotent: repeating an edit returns the same result.
 */
export async function editEntry(parts: ManagerParts, { tx, viewer, id, body }: Call) {
  // As sharing does, so that the email and the entry have the same text. The email is locked before the entry.
  await lockMails(tx);
  const seen = await checkInById(tx, id);
  const wanted = decideEdit(seen, [], { ...body, files: [], remove_files: [] }, Date.now());
  const isNewText =
    seen?.shared_with_manager && typeof wanted !== 'string' && !isSameText(wanted.entry, seen);
  const renewed = isNewText ? await renewUnsentMail(parts, { tx, viewer, entry: wanted.entry }) : null;
  const found = await lockCheckIn(tx, id);
  const stored = body.files || body.remove_files ? await filesOf(tx, id) : [];
  const decided = decideEdit(found, stored, body, Date.now());
  if (typeof decided === 'string') return renewed ? refuseAndRollBack(decided) : refuse(decided);
  const { entry, removed } = decided;
  if (entry === found) return found;
  if (removed.length > 0) await deleteFiles(tx, id, removed);
  const edited = (await editCheckIn(tx, entry)) ?? refuse('not_found');
  return renewed ? renewed() : edited;
}

type Text = Pick<CheckIn, 'content' | 'emoji'>;
const isSameText = (a: Text, b: Text) => a.content === b.content && a.emoji === b.emoji;
