// Moves an entry to the bin and back (R-B2). Idempotent: an entry that is already in the bin keeps its time there. Runs
// under `lockMails`, as sharing does, so that nothing of an entry in the bin is emailed.
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { lockMails, withdrawMail } from '#platform/mail/mailer.ts';
import { decideDelete, decideRestore } from '../../change-rules.ts';
import { checkInById, setDeleted } from '../store.ts';
import { managerOf } from '../share-store.ts';
import type { EntrySharing } from './entry-sharing.ts';

type Call = { tx: Tx; id: string };

export async function deleteCheckIn({ tx, id }: Call) {
  await lockMails(tx);
  const found = await checkInById(tx, id);
  const decided = decideDelete(found, Date.now());
  if (typeof decided === 'string') return refuse(decided);
  if (decided === found) return found;
  // The manager gets nothing of a deleted entry, and its snapshot link does not work.
  const isHeld = decided.shared_with_manager && (await withdrawManagerMail(tx, id));
  return (await setDeleted(tx, id, true, isHeld)) ?? refuse('not_found');
}

/** Deletes the email to the manager of an entry, unless it is sent or being sent. Returns whether it was deleted. */
export async function withdrawManagerMail(tx: Tx, id: string): Promise<boolean> {
  const manager = await managerOf(tx, id);
  return manager?.mail_id ? withdrawMail(tx, manager.mail_id) : false;
}

/** An email that was withdrawn on deletion, which the entry in the bin shows as held, is posted again. */
export async function restoreCheckIn(sharing: EntrySharing, { tx, viewer, id }: Call & { viewer: Viewer }) {
  await lockMails(tx);
  const found = await checkInById(tx, id);
  const decided = decideRestore(found);
  if (typeof decided === 'string') return refuse(decided);
  if (decided === found) return found;
  const { manager_email: address, manager_email_state: state } = decided;
  if (address !== null && state === 'held') return sharing.restore({ tx, viewer, entry: decided, address });
  return (await setDeleted(tx, id, false)) ?? refuse('not_found');
}
