// Stores the files of an entry that came without the app: in one request, or by email. The entry is there already, so a file
// that cannot be stored does not lose it, and is named on it (R-B4).
import { limits } from '#features/check-ins/constants.ts';
import { noteMissingFile } from '#features/check-ins/server/operations/create-check-in.ts';
import { entryFileReceiver } from '#features/check-ins/server/operations/upload-file.ts';
import { displayName } from '#platform/files/file-name.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { UploadedFile } from '#platform/files/upload-form.ts';
import { isRefused, type Step } from '#platform/http/bind.ts';

/** `refusal`: why it was not stored. */
export type StoredFile = { name: string; refusal: string | undefined };

/** `idOf`: of the file at a position. The same file under the same id is stored once. */
type Target = { entry: string; idOf: (position: number) => string };

export function entryFiles(files: FileStore) {
  const receiveFile = entryFileReceiver(files);

  async function storeFile(
    step: Step<'session'>,
    file: UploadedFile,
    { entry, id, position }: { entry: string; id: string; position: number },
  ): Promise<StoredFile> {
    const name = displayName(file.fileName, limits.fileName);
    const received = await receiveFile(step, file, { check_in_id: entry, id });
    if (!isRefused(received)) return { name, refusal: undefined };
    if (received.code !== 'too_many_files')
      await step(({ tx }) => noteMissingFile(tx, entry, { id, name, size: 0, position }));
    return { name, refusal: received.code };
  }

  return async (
    step: Step<'session'>,
    found: AsyncIterable<UploadedFile>,
    { entry, idOf }: Target,
  ): Promise<StoredFile[]> => {
    const stored: StoredFile[] = [];
    for await (const file of found) {
      const position = stored.length;
      stored.push(await storeFile(step, file, { entry, id: idOf(position), position }));
    }
    return stored;
  };
}
