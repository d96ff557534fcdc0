// The résumé for the owner's data export. One that is deleted and not purged yet is included.
import type { Tx } from '#platform/database/transaction.ts';
import { bucket } from '../../contract.ts';
import { storedResume } from '../store.ts';

export async function resumesTable(tx: Tx) {
  const stored = await storedResume(tx);
  return { rows: stored ? [{ ...stored, sha256: stored.sha256.toString('hex') }] : [], next: null };
}

export async function resumeToExport(tx: Tx) {
  const stored = await storedResume(tx);
  if (!stored) return { rows: [], next: null };
  const file = {
    id: stored.id,
    ownerId: stored.user_id,
    key: `${bucket}/${stored.file_path}`,
    name: stored.file_name,
    size: stored.file_size,
    at: stored.created_at,
  };
  return { rows: [file], next: null };
}
