// Saves an edit.
import { useIsMutating, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { hasCode, isClientError, messageOf } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import type { CheckIn } from '../../contract.ts';
import { texts } from '../../texts.ts';
import { sendFile } from '../files/send-file.ts';
import { savedForMs } from '../outbox/progress.ts';
import { cacheEntry, putOwnRow, putRow } from '../queries/check-in-changes.ts';
import { call, entryQuery, filesKey } from '../queries/check-in-queries.ts';
import { withRetries } from '#platform/http/retries.ts';
import { restoreEntry } from '../entries/delete-entry.ts';
import { changeEdit, closeEditor } from '../drafts/editor.ts';
import { editOf, patchOf, rebased } from '../drafts/edit-version.ts';
import { entryEdits, needsSaving, type Edit } from '../drafts/edits.ts';

/** One edit is saved at a time, whether its dialog is still open or not. */
const mutationKey = ['check_ins', 'save-edit'];

/** Saves the edit of an entry, passed in its current version. A failure keeps the edit. */
export function useSaveEdit(scope: Scope): { save: (now: CheckIn) => void; saving: boolean } {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (now: CheckIn) => saveEdit(queries, scope, now),
    onError: (error, now) => explain(queries, scope, now.id, error),
  });
  const saving = useIsMutating({ mutationKey }) > 0;
  return {
    saving,
    save(now) {
      if (queries.isMutating({ mutationKey }) === 0) mutate(now);
    },
  };
}

/** Restores an entry in the bin first. */
async function saveEdit(queries: QueryClient, scope: Scope, now: CheckIn): Promise<void> {
  const edit = entryEdits.get(now.id);
  if (now.deleted_at !== null && !(await restoreEntry(queries, scope, now))) return;
  if (edit && needsSaving(edit)) await send(queries, scope, now, edit);
  else entryEdits.put(now.id, undefined);
  if (!entryEdits.get(now.id)) closeEditor();
}

async function send(queries: QueryClient, scope: Scope, now: CheckIn, edit: Edit): Promise<void> {
  const params = { id: now.id };
  const body = patchOf(edit, now);
  const row = await withRetries(() => call('PATCH /api/check_ins/:id', { params, body }));
  putOwnRow(queries, scope, row);
  settle(edit, row);
  if (edit.removed.length > 0) void queries.invalidateQueries({ queryKey: filesKey(row.id) });
  toast({ title: texts.saved, duration: savedForMs, about: row.id });
  const toUpload = edit.files.filter(({ id }) => row.missing_files.some((missing) => missing.id === id));
  for (const { id, file } of toUpload) void sendFile(queries, scope, { checkInId: row.id, fileId: id, file });
}

/** Drops the saved changes from the edit, and keeps what the user changed during the save. */
function settle(saved: Edit, row: CheckIn): void {
  const current = entryEdits.get(row.id);
  if (!current) return;
  const rest = {
    ...(current === saved ? editOf(row) : rebased(current, row)),
    files: current.files.filter(({ id }) => !saved.files.some((sent) => sent.id === id)),
    removed: current.removed.filter((id) => !saved.removed.includes(id)),
  };
  changeEdit(row.id, rest);
}

/** Explains a failed save. Reloads the entry after a conflict, so that the dialog shows it. Otherwise shows a toast. */
async function explain(queries: QueryClient, scope: Scope, id: string, error: unknown): Promise<void> {
  if (hasCode(error, 'edited_elsewhere', 'not_found')) {
    try {
      const now = await queries.fetchQuery({ ...entryQuery(scope, id), staleTime: 0 });
      if (now && now.deleted_at === null) putRow(queries, scope, now);
      else cacheEntry(queries, scope, id, now);
      return;
    } catch (reloadError) {
      console.warn('The entry could not be read again.', reloadError);
    }
  }
  const reason = isClientError(error) && messageOf(error);
  toast({ title: texts.saveFailed, ...(reason && { description: reason }), tone: 'danger', about: id });
}
