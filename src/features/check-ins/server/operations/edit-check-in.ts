import { refuse } from '#platform/http/bind.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations } from '../../contract.ts';
import { contentFault, decideEdit, normalizeContent } from '../../rules.ts';
import { deleteFiles, filesOf } from '../file-store.ts';
import { editCheckIn, lockCheckIn } from '../store.ts';
import { toMissingFiles } from './announced-files.ts';

type Body = BodyOf<(typeof operations)['PATCH /api/check_ins/:id']>;

/**
 * Changes the content, emoji and files of an entry. The date does not change, and no email is sent (R-B2). Never
 * overwrites a concurrent edit. Idempotent: repeating an edit returns the same result.
 */
export async function editEntry({ tx, id, body }: { tx: Tx; id: string; body: Body }) {
  const fault = body.content === undefined ? undefined : contentFault(body.content);
  if (fault) return refuse(fault);
  const content = body.content === undefined ? undefined : normalizeContent(body.content);
  const found = await lockCheckIn(tx, id);
  if (!found) return refuse('not_found');

  const { files = [], remove_files: remove = [], emoji, edited_at } = body;
  const stored = body.files || body.remove_files ? await filesOf(tx, id) : [];
  const requested = { content, emoji, files: toMissingFiles(files), remove, edited_at };
  const decided = decideEdit(found, stored, requested);
  if (decided === 'already_applied') return found;
  if (typeof decided === 'string') return refuse(decided);
  const { missingFiles, removed } = decided;
  if (removed.length > 0) await deleteFiles(tx, id, removed);
  const edit = {
    content: content ?? null,
    emoji: emoji ?? null,
    setEmoji: emoji !== undefined,
    missingFiles,
  };
  return (await editCheckIn(tx, id, edit)) ?? refuse('not_found');
}
