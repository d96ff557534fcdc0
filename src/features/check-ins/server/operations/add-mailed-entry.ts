import type { Tx } from '#platform/database/transaction.ts';
import { insertMailed, type MailedEntry } from '../store.ts';

/**
 * Adds an entry that its user wrote by email, without a session (R-N2). The caller has established who wrote it, and checked
 * the content. One that is there already, under its id, stays as it is.
 */
export async function addMailedEntry(tx: Tx, entry: MailedEntry): Promise<void> {
  await insertMailed(tx, entry);
}
