// Operations that change entries in the guest's database: create, edit, delete, restore, remove files.
import { announce } from '#features/guest/web/guest-events.ts';
import { notFound, type GuestWrite } from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import type { CheckIn, operations } from '../../contract.ts';
import { contentFault, decideEdit, normalizeContent } from '../../rules.ts';
import { createEntry } from './guest-create.ts';
import { entryById, filesOf } from './guest-entries.ts';
import { dropFiles, toMissingFiles, putEntry, refused } from './guest-writing.ts';

export const changingHandlers = {
  'POST /api/check_ins': createEntry,
  'PATCH /api/check_ins/:id': async ({ params, body }) => {
    const fault = body.content === undefined ? undefined : contentFault(body.content);
    if (fault) throw refused(fault);
    const content = body.content === undefined ? undefined : normalizeContent(body.content);
    const { emoji, files = [], remove_files: remove = [], edited_at } = body;
    return change(params.id, async (found, tx) => {
      if (found.deleted_at !== null) throw notFound();
      const stored = await filesOf(tx, found.id);
      const requested = { content, emoji, files: toMissingFiles(files), remove, edited_at };
      const decided = decideEdit(found, stored, requested);
      if (decided === 'already_applied') return found;
      if (typeof decided === 'string') throw refused(decided);
      return {
        ...found,
        content: content ?? found.content,
        emoji: emoji === undefined ? found.emoji : emoji,
        missing_files: decided.missingFiles,
        file_count: found.file_count - (await dropFiles(tx, found.id, decided.removed)),
        edited_at: new Date().toISOString(),
      };
    });
  },
  'DELETE /api/check_ins/:id': ({ params }) =>
    change(params.id, (found) => {
      return found.deleted_at === null ? { ...found, deleted_at: new Date().toISOString() } : found;
    }),
  'POST /api/check_ins/:id/restore': ({ params }) =>
    change(params.id, (found) => (found.deleted_at === null ? found : { ...found, deleted_at: null })),
  'DELETE /api/check_ins/:id/missing_files/:file_id': ({ params }) =>
    change(params.id, (found) => {
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

/** Changes one entry. If `to` returns the same object, writes nothing and announces nothing. */
async function change(id: string, to: (found: CheckIn, tx: GuestWrite) => Changed): Promise<CheckIn> {
  let changed = false;
  const row = await writeGuest(async (tx) => {
    const found = await entryById(tx, id);
    const after = await to(found, tx);
    changed = after !== found;
    return changed ? putEntry(tx, after) : found;
  });
  if (changed) announce('check_ins', id);
  return row;
}
