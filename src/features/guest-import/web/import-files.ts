// Imports files into an account, one at a time, through the regular upload route.
import type { operations } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { client, Problem } from '#platform/http/client.ts';
import { isFileRefused } from '#platform/http/upload.ts';
import { importTexts } from '../texts.ts';
import { advanceBy, callWithRetry, markLeft, type Run } from './import-context.ts';
import { finishEntry } from './import-entries.ts';
import type { GuestFile } from '#features/guest/web/guest-database.ts';
import { entriesOf, fileIds, fileOf, renameFile, settleFile } from './import-store.ts';

const call = client<typeof operations>();

export async function importFiles(run: Run): Promise<void> {
  for (const id of await fileIds()) {
    const file = run.left.has(id) ? undefined : await fileOf(id);
    if (!file || !(await hasEntry(run, file.row.check_in_id))) continue;
    await sendFile(run, file.row, file.bytes);
    await finishEntry(run, file.row.check_in_id);
  }
}

/** Whether the server has the entry: sent in this run, or removed from the browser in an earlier one. */
async function hasEntry(run: Run, entryId: string): Promise<boolean> {
  return run.sent.has(entryId) || (await entriesOf([entryId])).length === 0;
}

async function sendFile(run: Run, row: GuestFile, bytes: Blob | undefined, renamed = false): Promise<void> {
  const { id, file_name: name, check_in_id: entryId, position } = row;
  if (!bytes) return markLeft(run, { kind: 'file', id, name, why: importTexts.fileMissing });
  const form = new FormData();
  form.set('check_in_id', entryId);
  form.set('id', id);
  if (position !== undefined) form.set('position', String(position));
  form.set('file', bytes, name);
  try {
    await callWithRetry(run, () => call('POST /api/storage/log-files', { form }));
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    if (error.code !== 'id_taken' || renamed) {
      const why = error.status === 404 ? importTexts.entryDeleted : (error.detail ?? error.title);
      return markLeft(run, { kind: 'file', id, name, why, isRefused: isFileRefused(error) });
    }
    const nextId = newId();
    await renameFile(id, nextId);
    return sendFile(run, { ...row, id: nextId }, bytes, true);
  }
  advanceBy(run, await settleFile(id));
}
