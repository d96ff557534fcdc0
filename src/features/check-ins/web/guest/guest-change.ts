// Operations that change entries in the guest's database: create, edit, delete, restore, remove files.
import { notFound, type GuestWrite } from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import { decideDelete, decideEdit, decideRestore } from '../../change-rules.ts';
import type { CheckIn, operations } from '../../contract.ts';
import { createEntry } from './guest-create.ts';
import { entryById, filesOf, findEntry } from './guest-entries.ts';
import { accepted, announce, dropFiles, putEntry } from './guest-writing.ts';

export const changingHandlers = {
  'POST /api/check_ins': createEntry,
  'PATCH /api/check_ins/:id': ({ params, body }) =>
    change(params.id, async (found, tx) => {
      const stored = await filesOf(tx, params.id);
      const { entry, removed } = accepted(decideEdit(found, stored, body, Date.now()));
      await dropFiles(tx, params.id, removed);
      return entry;
    }),
  'DELETE /api/check_ins/:id': ({ params }) =>
    change(params.id, (found) => accepted(decideDelete(found, Date.now()))),
  'POST /api/check_ins/:id/restore': ({ params }) =>
    change(params.id, (found) => accepted(decideRestore(found))),
  'DELETE /api/check_ins/:id/missing_files/:file_id': ({ params }) =>
    change(params.id, (found) => {
      if (!found) throw notFound();
      return { ...found, missing_files: found.missing_files.filter(({ id }) => id !== params.file_id) };
    }),
  'DELETE /api/log_files/:id': async ({ params }) => {
    const row = await writeGuest(async (tx) => {
      const file = await tx.objectStore('log_files').get(params.id);
      if (!file) throw notFound();
      const entry = await entryById(tx, file.check_in_id);
      const deleted = await dropFiles(tx, entry.id, [file.id]);
      return putEntry(tx, { ...entry, file_count: entry.file_count - deleted });
    });
    announce('check_ins', row.id);
    return row;
  },
} satisfies LocalHandlers<typeof operations>;

type Changed = CheckIn | Promise<CheckIn>;

/** Changes one entry. If `decide` returns the same object, writes nothing and announces nothing. */
async function change(
  id: string,
  decide: (found: CheckIn | undefined, tx: GuestWrite) => Changed,
): Promise<CheckIn> {
  let changed = false;
  const row = await writeGuest(async (tx) => {
    const found = await findEntry(tx, id);
    const decided = await decide(found, tx);
    changed = decided !== found;
    return changed ? putEntry(tx, decided) : decided;
  });
  if (changed) announce('check_ins', id);
  return row;
}

/** Moves entries to the bin in one transaction. What does not exist is left out. */
export async function deleteEntries(ids: readonly string[]): Promise<void> {
  const now = Date.now();
  await writeGuest(async (tx) => {
    for (const id of ids) {
      const found = await findEntry(tx, id);
      const decided = decideDelete(found, now);
      if (typeof decided !== 'string' && decided !== found) await putEntry(tx, decided);
    }
  });
  announce('check_ins', 'many');
}
