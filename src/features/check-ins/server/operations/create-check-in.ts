import { newId } from '#platform/clock/id.ts';
import { inSteps, refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { decideCreate, decideTakenId, type NewEntry, type RequestedEntry } from '../../change-rules.ts';
import type { CheckIn, operations } from '../../contract.ts';
import { filesOf } from '../file-store.ts';
import { checkInById, enterAndInsertCheckIn, insertCheckIn } from '../store.ts';
import type { EntrySharing, Share } from './entry-sharing.ts';

type Body = BodyOf<(typeof operations)['POST /api/check_ins']>;

/**
 * Inserts an entry in one statement, because most are new and not shared. If that inserts none, the session has ended
 * or the id is taken: the next step determines which.
 */
export const postCheckIn = (sharing: EntrySharing) =>
  inSteps<(typeof operations)['POST /api/check_ins']>(
    async ({ step, stepInOneStatement, input: { body } }) => {
      const share = { manager_email: body.manager_email, teammate: teammateOf(body) };
      const entry = decideCreate(body, Date.now());
      if (typeof entry === 'string') return refuse(entry);
      const row = rowOf(entry, 'entry');
      if (isShared(share))
        return step(({ tx, viewer }) =>
          sharing.create({
            ...{ tx, viewer, entry, share },
            insert: () => insertCheckIn(tx, row),
            repeat: (isSameShare) => existingOrRefused(tx, entry, isSameShare),
          }),
        );
      const written = await stepInOneStatement(({ tx }) => enterAndInsertCheckIn(tx, row));
      return written ?? step(({ tx }) => existingOrRefused(tx, entry, true));
    },
  );

/**
 * Inserts an entry. Returns the existing entry if the same one is sent again under its id, and refuses a different one.
 * For features that write their own kind of entry, such as goals (R-C4).
 */
export async function createCheckIn(call: {
  tx: Tx;
  requested: RequestedEntry;
  kind: CheckIn['kind'];
  now: number;
}) {
  const { tx, requested, kind, now } = call;
  const entry = decideCreate(requested, now);
  if (typeof entry === 'string') return refuse(entry);
  return (await insertCheckIn(tx, rowOf(entry, kind))) ?? existingOrRefused(tx, entry, true);
}

export { noteMissingFile } from '../file-store.ts';

/** Both fields empty: no teammate. Otherwise, what is missing is refused (R-B7). */
function teammateOf({ teammate, teammate_email, teammate_message }: Body) {
  const [email, message] = [teammate_email ?? '', teammate_message ?? ''];
  return teammate ?? (email.trim() || message.trim() ? { id: newId(), email, message } : undefined);
}

const isShared = (share: Share) => share.manager_email !== undefined || share.teammate !== undefined;

export function rowOf({ created_at, missing_files, source_name, ...entry }: NewEntry, kind: CheckIn['kind']) {
  return { ...entry, kind, createdAt: created_at, missingFiles: missing_files, sourceName: source_name };
}

async function existingOrRefused(tx: Tx, sent: NewEntry, isSameShare: boolean) {
  const existing = await checkInById(tx, sent.id);
  const stored = existing ? await filesOf(tx, sent.id) : [];
  const decided = decideTakenId(existing, stored, sent, isSameShare);
  return typeof decided === 'string' ? refuse(decided) : decided;
}
