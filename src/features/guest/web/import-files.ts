// Files on their way into an account, one after the other, by the route of every upload.
import type { operations } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { client, Problem } from '#platform/http/client.ts';
import { importTexts } from '../import-texts.ts';
import { advanceBy, ask, leave, type Run } from './import-context.ts';
import { finishEntry } from './import-entries.ts';
import type { GuestFile } from './guest-database.ts';
import { entriesOf, fileIds, fileOf, renameFile, settleFile } from './import-store.ts';

const call = client<typeof operations>();

export async function bringFiles(run: Run): Promise<void> {
  for (const id of await fileIds()) {
    const file = run.left.has(id) ? undefined : await fileOf(id);
    if (!file || !(await isThere(run, file.row.check_in_id))) continue;
    await sendFile(run, file.row, file.bytes);
    await finishEntry(run, file.row.check_in_id);
  }
}

/** Whether the server has the entry: it was sent, or has left the browser while this file had to stay. */
async function isThere(run: Run, entryId: string): Promise<boolean> {
  return run.sent.has(entryId) || (await entriesOf([entryId])).length === 0;
}

async function sendFile(run: Run, row: GuestFile, bytes: Blob | undefined, renamed = false): Promise<void> {
  const { id, file_name: name, check_in_id: entryId, position } = row;
  if (!bytes) return leave(run, { kind: 'file', id, name, why: importTexts.bytesGone });
  const form = new FormData();
  form.set('check_in_id', entryId);
  form.set('id', id);
  if (position !== undefined) form.set('position', String(position));
  form.set('file', bytes, name);
  try {
    await ask(run, () => call('POST /api/storage/log-files', { form }));
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    if (error.code !== 'id_taken' || renamed) {
      const why = error.status === 404 ? importTexts.entryGone : (error.detail ?? error.title);
      return leave(run, { kind: 'file', id, name, why });
    }
    const fresh = newId();
    await renameFile(id, fresh);
    return sendFile(run, { ...row, id: fresh }, bytes, true);
  }
  advanceBy(run, await settleFile(id));
}
