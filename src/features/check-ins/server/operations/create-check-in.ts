import { inSteps, refuse } from '#platform/http/bind.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { limits, type CheckIn, type operations } from '../../contract.ts';
import { contentFault, dateFault, entryDate, isSameEntry, normalizeContent } from '../../rules.ts';
import { filesOf } from '../file-store.ts';
import { checkInById, insertCheckIn, type NewCheckIn } from '../store.ts';
import { toMissingFiles } from './announced-files.ts';

type Post = (typeof operations)['POST /api/check_ins'];
type Body = BodyOf<Post>;

/** Inserts an entry in one trip to the database, because most are new. Checks a taken id in a second trip. */
export const postCheckIn = inSteps<Post>(async ({ step, stepInOneTrip, input: { body } }) => {
  const now = Date.now();
  const fault = faultOf(body, now);
  if (fault) return refuse(fault);
  const written = await stepInOneTrip(({ tx }) => insertCheckIn(tx, entryOf(body, now)));
  return written ?? step(({ tx }) => createCheckIn({ tx, body, now }));
});

/**
 * Inserts an entry. Returns the existing entry if the same one is sent again under its id (a retry after a lost
 * connection). Refuses a different entry under that id: a draft that was open in two tabs must not look saved.
 */
export async function createCheckIn(call: {
  tx: Tx;
  body: Body;
  now: number;
  /** The kind of the entry (R-C4). Defaults to `entry`. */
  kind?: CheckIn['kind'];
}) {
  const { tx, body, now, kind } = call;
  const fault = faultOf(body, now);
  if (fault) return refuse(fault);
  const entry = entryOf(body, now, kind);
  const written = await insertCheckIn(tx, entry);
  if (written) return written;
  const existing = await checkInById(tx, entry.id);
  const same =
    existing &&
    isSameEntry(existing, entry.content, entry.emoji) &&
    (await hasFiles(tx, existing, entry.missingFiles));
  return same ? existing : refuse('id_taken');
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
    missingFiles: toMissingFiles(body.files ?? []),
  };
}

async function hasFiles(tx: Tx, entry: CheckIn, files: readonly { id: string }[]): Promise<boolean> {
  if (files.length === 0 || entry.edited_at !== null) return true;
  const known = new Set([...entry.missing_files, ...(await filesOf(tx, entry.id))].map(({ id }) => id));
  return files.every(({ id }) => known.has(id));
}
