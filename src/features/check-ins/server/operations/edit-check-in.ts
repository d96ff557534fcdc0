import { refuse } from '#platform/http/bind.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { limits, type CheckIn, type operations } from '../../contract.ts';
import { contentFault, normalizeContent } from '../../rules.ts';
import { deleteFiles, editCheckIn, filesOf, heldCheckIn } from '../store.ts';
import { namedFiles } from './announced-files.ts';

type Body = BodyOf<(typeof operations)['PATCH /api/check_ins/:id']>;

/**
 * Changes content, emoji and files of an entry; the date stays, and nobody is mailed (R-B2). An entry that was edited
 * in another window meanwhile is not written over. The same edit sent twice answers what it made the first time.
 */
export async function editEntry({ tx, id, body }: { tx: Tx; id: string; body: Body }) {
  const fault = body.content === undefined ? undefined : contentFault(body.content);
  if (fault) return refuse(fault);
  const content = body.content === undefined ? null : normalizeContent(body.content);
  const found = await heldCheckIn(tx, id);
  if (!found) return refuse('not_found');

  const removed = new Set(body.remove_files);
  const stored = body.files || body.remove_files ? (await filesOf(tx, id)).map((file) => file.id) : [];
  const known = new Set([...stored, ...found.missing_files.map((file) => file.id)]);
  const added = (body.files ?? []).filter((file) => !known.has(file.id));
  if (instant(found.edited_at) !== instant(body.edited_at)) {
    const asWanted =
      (content === null || content === found.content) &&
      (body.emoji === undefined || body.emoji === found.emoji) &&
      added.length === 0 &&
      !known.values().some((file) => removed.has(file));
    return asWanted ? found : refuse('edited_elsewhere');
  }

  const missingFiles = [...found.missing_files.filter((file) => !removed.has(file.id)), ...namedFiles(added)];
  const left = found.file_count - stored.filter((file) => removed.has(file)).length;
  if (added.length > 0 && left + missingFiles.length > limits.files) return refuse('too_many_files');
  if (removed.size > 0) await deleteFiles(tx, id, [...removed]);
  return (await editCheckIn(tx, id, edit(body, content, missingFiles))) ?? refuse('not_found');
}

function edit(body: Body, content: string | null, missingFiles: CheckIn['missing_files']) {
  return { content, emoji: body.emoji ?? null, setEmoji: body.emoji !== undefined, missingFiles };
}

function instant(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}
