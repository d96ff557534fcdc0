import { refuse } from '#platform/http/bind.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { limits, type CheckIn, type operations } from '../../contract.ts';
import { contentFault, dateFault, entryDate, isSameEntry, normalizeContent } from '../../rules.ts';
import { checkInById, filesOf, insertCheckIn } from '../store.ts';
import { namedFiles } from './announced-files.ts';

type Body = BodyOf<(typeof operations)['POST /api/check_ins']>;

/**
 * Writes an entry; the same again under its id answers the entry that is there (a repeat after a lost connection).
 * Something else under that id is refused: a draft that was open in two windows must not look saved when it is not.
 */
export async function createCheckIn(call: {
  tx: Tx;
  viewer: Viewer;
  body: Body;
  now: number;
  /** What the entry tells of (R-C4); something done, unless told. */
  kind?: CheckIn['kind'];
}) {
  const { tx, viewer, body, now, kind = 'entry' } = call;
  const at = body.created_at === undefined ? undefined : new Date(body.created_at);
  const fault = contentFault(body.content) ?? (at && dateFault(at, new Date(now)));
  if (fault) return refuse(fault);
  const files = body.files ?? [];
  if (files.length > limits.files) return refuse('too_many_files');

  const content = normalizeContent(body.content);
  const emoji = body.emoji ?? null;
  const written = await insertCheckIn(tx, {
    id: body.id,
    userId: viewer.userId,
    kind,
    content,
    emoji,
    createdAt: at === undefined ? null : entryDate(at, now),
    missingFiles: namedFiles(files),
  });
  if (written) return written;
  const there = await checkInById(tx, body.id);
  const same = there && isSameEntry(there, content, emoji) && (await hasFiles(tx, there, files));
  return same ? there : refuse('id_taken');
}

async function hasFiles(tx: Tx, there: CheckIn, files: readonly { id: string }[]): Promise<boolean> {
  if (files.length === 0 || there.edited_at !== null) return true;
  const known = new Set([...there.missing_files, ...(await filesOf(tx, there.id))].map(({ id }) => id));
  return files.every(({ id }) => known.has(id));
}
