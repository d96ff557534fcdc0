import { refuse } from '#platform/http/bind.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations } from '../../contract.ts';
import { contentFault, normalizeContent } from '../../rules.ts';
import { checkInById, editCheckIn } from '../store.ts';

type Body = BodyOf<(typeof operations)['PATCH /api/check_ins/:id']>;

/**
 * Changes content and emoji of an entry; the date stays, and nobody is mailed (R-B2). An entry that was edited in
 * another window meanwhile is not written over. The same edit sent twice answers what it made the first time.
 */
export async function editEntry({ tx, id, body }: { tx: Tx; id: string; body: Body }) {
  const fault = body.content === undefined ? undefined : contentFault(body.content);
  if (fault) return refuse(fault);
  const content = body.content === undefined ? null : normalizeContent(body.content);
  const edited = await editCheckIn(tx, id, {
    content,
    emoji: body.emoji ?? null,
    setEmoji: body.emoji !== undefined,
    seenEditedAt: body.edited_at,
  });
  if (edited) return edited;
  const found = await checkInById(tx, id);
  if (!found || found.deleted_at !== null) return refuse('not_found');
  const asWanted =
    (content === null || content === found.content) &&
    (body.emoji === undefined || body.emoji === found.emoji);
  return asWanted ? found : refuse('edited_elsewhere');
}
