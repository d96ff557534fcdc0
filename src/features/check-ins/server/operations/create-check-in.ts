import { inSteps, refuse } from '#platform/http/bind.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { limits, type CheckIn, type operations } from '../../contract.ts';
import { contentFault, dateFault, entryDate, isSameEntry, normalizeContent } from '../../rules.ts';
import { checkInById, filesOf, insertCheckIn, type NewCheckIn } from '../store.ts';
import { namedFiles } from './announced-files.ts';

type Post = (typeof operations)['POST /api/check_ins'];
type Body = BodyOf<Post>;

/** Writes an entry in one trip to the database, as most are new; one whose id is taken is looked at in a second. */
export const postCheckIn = inSteps<Post>(async ({ step, stepAtOnce, input: { body } }) => {
  const now = Date.now();
  const fault = faultOf(body, now);
  if (fault) return refuse(fault);
  const written = await stepAtOnce(({ tx }) => insertCheckIn(tx, entryOf(body, now)));
  return written ?? step(({ tx }) => createCheckIn({ tx, body, now }));
});

/**
 * Writes an entry; the same again under its id answers the entry that is there (a repeat after a lost connection).
 * Something else under that id is refused: a draft that was open in two windows must not look saved when it is not.
 */
export async function createCheckIn(call: {
  tx: Tx;
  body: Body;
  now: number;
  /** What the entry tells of (R-C4); something done, unless told. */
  kind?: CheckIn['kind'];
}) {
  const { tx, body, now, kind } = call;
  const fault = faultOf(body, now);
  if (fault) return refuse(fault);
  const entry = entryOf(body, now, kind);
  const written = await insertCheckIn(tx, entry);
  if (written) return written;
  const there = await checkInById(tx, entry.id);
  const same =
    there &&
    isSameEntry(there, entry.content, entry.emoji) &&
    (await hasFiles(tx, there, entry.missingFiles));
  return same ? there : refuse('id_taken');
}

function faultOf(body: Body, now: number) {
  const fault =
    contentFault(body.content) ??
    (body.created_at === undefined ? undefined : dateFault(new Date(body.created_at), new Date(now)));
  return fault ?? ((body.files ?? []).length > limits.files ? 'too_many_files' : undefined);
}

function entryOf(body: Body, now: number, kind: CheckIn['kind'] = 'entry'): NewCheckIn {
  return {
    id: body.id,
    kind,
    content: normalizeContent(body.content),
    emoji: body.emoji ?? null,
    createdAt: body.created_at === undefined ? null : entryDate(new Date(body.created_at), now),
    missingFiles: namedFiles(body.files ?? []),
  };
}

async function hasFiles(tx: Tx, there: CheckIn, files: readonly { id: string }[]): Promise<boolean> {
  if (files.length === 0 || there.edited_at !== null) return true;
  const known = new Set([...there.missing_files, ...(await filesOf(tx, there.id))].map(({ id }) => id));
  return files.every(({ id }) => known.has(id));
}
