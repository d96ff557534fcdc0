// Editing entries (R-B2). Like the composer it stands outside of the components: what is typed outlives the dialog.
import type { QueryClient } from '@tanstack/react-query';
import { Problem } from '#platform/http/client.ts';
import { createStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';
import type { CheckIn } from '../../contract.ts';
import { texts } from '../../texts.ts';
import { knowEntry, putOwnRow, putRow } from '../queries/check-in-changes.ts';
import { call, entryQuery, filesKey, type Scope } from '../queries/check-in-queries.ts';
import { restoreEntry } from '../timeline/delete-entry.ts';
import {
  editOf,
  isChanged,
  keepEdits,
  patchOf,
  readEdits,
  rebased,
  wantsSaving,
  withFilesOf,
  type Edit,
  type Edits,
} from './edits.ts';
import { untilAnswered } from '../queries/until-answered.ts';
import { savedForMs } from '../outbox/progress.ts';
import { sendFile } from '../files/send-file.ts';

type Editor = {
  userId: string;
  edits: Edits;
  /** The entry in the dialog, as it was when the dialog opened. */
  open: CheckIn | undefined;
  saving: boolean;
};

export const editor = createStore<Editor>({ userId: '', edits: {}, open: undefined, saving: false });

/** Brings back what this person had changed before a reload. */
export function loadEditor(userId: string): void {
  if (editor.get().userId === userId) return;
  editor.set({ userId, edits: readEdits(userId), open: undefined });
}

/** Opens the dialog, with the files that an earlier page had attached. */
export async function openEditor(entry: CheckIn): Promise<void> {
  const kept = editor.get().edits[entry.id];
  if (kept && kept.comingFiles.length > 0) changeEdit(entry.id, await withFilesOf(kept));
  editor.set({ open: entry });
}

export function closeEditor(): void {
  editor.set({ open: undefined });
}

/** Changes what is wanted of an entry; an edit that comes down to nothing is forgotten. */
export function changeEdit(id: string, edit: Edit): void {
  const { [id]: _, ...others } = editor.get().edits;
  putEdits(isChanged(edit) ? { ...others, [id]: edit } : others);
}

export function dropEdit(id: string): void {
  const { [id]: _, ...others } = editor.get().edits;
  putEdits(others);
}

function putEdits(edits: Edits): void {
  editor.set({ edits });
  keepEdits(editor.get().userId, edits);
}

/**
 * Saves an edit on top of the entry as it stands `now`; one that is in the bin is restored first. Whatever goes wrong,
 * the edit stays as it is.
 */
export async function saveEdit(queries: QueryClient, scope: Scope, now: CheckIn): Promise<void> {
  if (editor.get().saving) return;
  const edit = editor.get().edits[now.id];
  editor.set({ saving: true });
  try {
    if (now.deleted_at !== null && !(await restoreEntry(queries, scope, now))) return;
    if (edit && wantsSaving(edit)) await send(queries, scope, now, edit);
    else dropEdit(now.id);
    if (!editor.get().edits[now.id]) closeEditor();
  } catch (error) {
    await explain(queries, scope, now.id, error);
  } finally {
    editor.set({ saving: false });
  }
}

async function send(queries: QueryClient, scope: Scope, now: CheckIn, edit: Edit): Promise<void> {
  const params = { id: now.id };
  const body = patchOf(edit, now);
  const row = await untilAnswered(() => call('PATCH /api/check_ins/:id', { params, body }));
  putOwnRow(queries, scope, row);
  settle(edit, row);
  if (edit.removed.length > 0) void queries.invalidateQueries({ queryKey: filesKey(row.id) });
  toast({ title: texts.saved, duration: savedForMs });
  const due = edit.files.filter(({ id }) => row.missing_files.some((missing) => missing.id === id));
  for (const { id, file } of due) void sendFile(queries, scope, { checkInId: row.id, fileId: id, file });
}

/** Forgets what is saved, and keeps what was typed while it was being saved. */
function settle(saved: Edit, row: CheckIn): void {
  const after = editor.get().edits[row.id];
  if (!after) return;
  const rest = {
    ...(after === saved ? editOf(row) : rebased(after, row)),
    files: after.files.filter(({ id }) => !saved.files.some((sent) => sent.id === id)),
    removed: after.removed.filter((id) => !saved.removed.includes(id)),
  };
  changeEdit(row.id, rest);
}

/** A clash shows in the dialog, once it is known how the entry stands; everything else is told in a message. */
async function explain(queries: QueryClient, scope: Scope, id: string, error: unknown): Promise<void> {
  const problem = error instanceof Problem ? error : undefined;
  if (problem && (problem.code === 'edited_elsewhere' || problem.status === 404)) {
    try {
      const now = await queries.fetchQuery({ ...entryQuery(scope, id), staleTime: 0 });
      if (now && now.deleted_at === null) putRow(queries, scope, now);
      else knowEntry(queries, scope, id, now);
      return;
    } catch (failed) {
      console.warn('The entry could not be read again.', failed);
    }
  }
  const refused = problem && problem.status >= 400 && problem.status < 500;
  const why = refused ? (problem.detail ?? problem.title) : undefined;
  toast({ title: texts.saveFailed, ...(why && { description: why }), tone: 'danger' });
}
