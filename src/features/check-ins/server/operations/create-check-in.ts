import { refuse } from '#platform/http/bind.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { limits, type operations } from '../../contract.ts';
<<<<<<< HEAD
import { contentFault, dateFault, normalizeContent } from '../../rules.ts';
=======
import { contentFault, normalizeContent } from '../../rules.ts';
>>>>>>> timeline
import { checkInById, insertCheckIn } from '../store.ts';

type Body = BodyOf<(typeof operations)['POST /api/check_ins']>;

<<<<<<< HEAD
=======
/** The browser's clock may be a little ahead of ours. */
const clockSlackMs = 2 * 60_000;
const earliest = Date.UTC(1900, 0, 1);

/** Content as it is stored, or what is wrong with it. */
export function normalContent(text: string): string | Refused<'content_required' | 'content_too_long'> {
  const fault = contentFault(text);
  return fault ? refuse(fault) : normalizeContent(text);
}

>>>>>>> timeline
/** Writes an entry; the same id again answers the entry that is there (a repeat after a lost connection). */
export async function createCheckIn(call: { tx: Tx; viewer: Viewer; body: Body; now: number }) {
  const { tx, viewer, body, now } = call;
  const at = body.created_at === undefined ? undefined : new Date(body.created_at);
  const fault = contentFault(body.content) ?? (at && dateFault(at, new Date(now)));
  if (fault) return refuse(fault);
  const files = body.files ?? [];
  if (files.length > limits.files) return refuse('too_many_files');

  const written = await insertCheckIn(tx, {
    id: body.id,
    userId: viewer.userId,
    content: normalizeContent(body.content),
    emoji: body.emoji ?? null,
    // A browser's clock may run ahead a little; the entry does not.
    createdAt: at === undefined ? null : new Date(Math.min(at.getTime(), now)).toISOString(),
    missingFiles: files.map((file) => ({ ...file, name: file.name.slice(0, limits.fileName) })),
  });
  return written ?? (await checkInById(tx, body.id)) ?? refuse('id_taken');
}
