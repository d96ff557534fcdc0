// Files of a guest: the bytes are in IndexedDB and are shown through blob URLs.
import { fileLimits } from '#platform/files/file-limits.ts';
import { displayName, extensionOf } from '#platform/files/file-name.ts';
import { newId } from '#platform/clock/id.ts';
import type { CallInput } from '#platform/http/operation.ts';
import { guestId } from '#features/guest/constants.ts';
import {
  invalidInput,
  notFound,
  readGuest,
  type GuestRead,
  type GuestWrite,
} from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import { limits } from '../../constants.ts';
import type { LogFile, operations } from '../../contract.ts';
import { decideUpload, filePosition } from '../../change-rules.ts';
import { fileSizeProblem } from '../../rules.ts';
import { fieldsFirst } from '#platform/http/problem-texts.ts';
import { entryById, filesOf, findEntry } from './guest-entries.ts';
import { accepted, announce, putEntry, refused } from './guest-writing.ts';
import { guestFileType } from './guest-file-type.ts';

type Input<Key extends keyof typeof operations> = CallInput<(typeof operations)[Key]>;

/** Stores a file of an entry. Idempotent: returns the existing file if it is sent again. */
export async function storeFile({ form }: Input<'POST /api/storage/log-files'>): Promise<LogFile> {
  const { id, checkInId, file } = fieldsOf(form);
  const name = displayName(file.name, limits.fileName);
  const known = await readGuest((tx) => findOrCheckCapacity(tx, id, checkInId));
  if (known) return known;
  const problem = fileSizeProblem(file.size);
  if (problem) throw refused(`file_${problem}`);
  const type = await guestFileType(file, name);
  if (!type) throw refused('file_type_refused');
  const row: Unplaced = {
    id,
    check_in_id: checkInId,
    file_name: name,
    file_path: `${guestId}/${checkInId}/${Date.now()}-${newId().slice(-12)}.${extensionOf(name) || 'bin'}`,
    file_type: type.mime_type.split('/')[0]!,
    file_size: file.size,
    created_at: new Date().toISOString(),
    ...type,
  };
  // Copies the file to memory, because the file on disk may change or disappear during the write.
  const bytes = await file.arrayBuffer();
  const stored = await writeGuest((tx) => storeRow(tx, row, bytes));
  announce('log_files', checkInId);
  return stored;
}

/** A blob URL that shows a file. */
export async function showFile({ params }: Input<'POST /api/storage/log-files/:id/sign'>) {
  const [row, bytes] = await readGuest((tx) =>
    Promise.all([tx.objectStore('log_files').get(params.id), tx.objectStore('file_bytes').get(params.id)]),
  );
  if (!row || !bytes) throw notFound();
  const url = URL.createObjectURL(new Blob([bytes], { type: row.mime_type }));
  setTimeout(() => URL.revokeObjectURL(url), fileLimits.viewSeconds * 1000);
  return { url, expires_at: Math.floor(Date.now() / 1000) + fileLimits.viewSeconds };
}

type Unplaced = Omit<LogFile, 'position'>;

function fieldsOf(form: FormData) {
  const [checkInId, id, file] = ['check_in_id', 'id', 'file'].map((name) => form.get(name));
  if (typeof checkInId !== 'string' || typeof id !== 'string' || !(file instanceof File))
    throw invalidInput(fieldsFirst('check_in_id and id'));
  return { checkInId, id, file };
}

/** The file, if it is already stored. Otherwise undefined, or throws if the entry cannot hold it. */
async function findOrCheckCapacity(
  tx: GuestRead | GuestWrite,
  id: string,
  checkInId: string,
): Promise<LogFile | undefined> {
  const known = await (tx as GuestRead).objectStore('log_files').get(id);
  const entry = await findEntry(tx, checkInId);
  const room = entry?.deleted_at === null ? { fileCount: entry.file_count } : undefined;
  const decided = accepted(decideUpload({ id, check_in_id: checkInId }, known, room));
  if ('entry' in decided) return undefined;
  return (await filesOf(tx, checkInId)).find((file) => file.id === id);
}

/** Writes bytes, row and count in one transaction. Checks again first, because another tab may have written. */
async function storeRow(tx: GuestWrite, unplaced: Unplaced, bytes: ArrayBuffer): Promise<LogFile> {
  const { id, check_in_id } = unplaced;
  const known = await findOrCheckCapacity(tx, id, check_in_id);
  if (known) return known;
  const entry = await entryById(tx, check_in_id);
  const last = (await filesOf(tx, check_in_id)).at(-1)?.position ?? -1;
  const row = { ...unplaced, position: filePosition(id, entry.missing_files, last) };
  await tx.objectStore('file_bytes').put(bytes, row.id);
  await tx.objectStore('log_files').put(row);
  await putEntry(tx, {
    ...entry,
    file_count: entry.file_count + 1,
    missing_files: entry.missing_files.filter((missing) => missing.id !== row.id),
  });
  return row;
}
