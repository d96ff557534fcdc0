// Adds a message that could not be trusted to the inbox of suggestions, with its files (R-N3). The bytes are stored first; one
// transaction writes everything else.
import { bucket } from '#features/check-ins/contract.ts';
import { limits as entryLimits } from '#features/check-ins/constants.ts';
import { fileSizeProblem } from '#features/check-ins/rules.ts';
import { addSuggestion } from '#features/suggestions/server/operations/add-suggestion.ts';
import { newId } from '#platform/clock/id.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { contentTypeOf } from '#platform/files/content-type.ts';
import { displayName } from '#platform/files/file-name.ts';
import { prepareStored, type Prepared } from '#platform/files/prepare-stored.ts';
import { lockStoredBytes, refuseOverQuota, storedBytes } from '#platform/files/quota.ts';
import { withStaged } from '#platform/files/staged.ts';
import { FileTooLarge, type FileStore } from '#platform/files/store.ts';
import { suggestionTexts } from '../../texts.ts';
import type { MessageFile } from './message-thread.ts';

export type MailSuggestion = {
  id: string;
  sourceId: string;
  author: string | undefined;
  at: string;
  content: string;
  emoji: string | null;
};
type Stored = Prepared['columns'] & { id: string };

/**
 * Stores the bytes of files. Those that no row names are deleted later. `used`: the bytes that the user has stored, so that
 * messages to a full account store none. `refused`: names.
 */
export async function storeSuggestedFiles(
  files: FileStore,
  { userId, id, found, used }: { userId: string; id: string; found: readonly MessageFile[]; used: number },
): Promise<{ stored: Stored[]; refused: string[] }> {
  const stored: Stored[] = [];
  let bytes = used;
  const refused: string[] = [];
  for (const file of found) {
    const row =
      stored.length < entryLimits.files &&
      !fileSizeProblem(file.bytes.length) &&
      !refuseOverQuota(bytes, file.bytes.length)
        ? await storeFile(files, `${userId}/${id}`, userId, file)
        : undefined;
    if (row) {
      stored.push(row);
      bytes += row.file_size + row.view_size;
    } else refused.push(displayName(file.name, entryLimits.fileName));
  }
  return { stored, refused };
}

/** Undefined if its type is not accepted. */
function storeFile(
  files: FileStore,
  folder: string,
  userId: string,
  { name, bytes }: MessageFile,
): Promise<Stored | undefined> {
  return withStaged(files, async (stage) => {
    const original = await stage(
      (async function* () {
        yield bytes;
      })(),
      entryLimits.fileBytes,
    );
    const received = { userId, fileName: name, original, type: await contentTypeOf(original.path), stage };
    const { fileBytes: maxBytes, fileName, textPreview } = entryLimits;
    const prepared = await prepareStored(received, { folder, maxBytes, fileName, textPreview });
    if (prepared === 'type refused') return undefined;
    for (const { file, path } of prepared.objects) await files.put(file, `${bucket}/${path}`);
    return { id: newId(), ...prepared.columns };
  }).catch((error: unknown) => {
    if (error instanceof FileTooLarge) return undefined;
    throw error;
  });
}

/** In one transaction, with the files for which the user has room. False: too many suggestions wait. */
export async function suggestMail(
  tx: Tx,
  { userId, now }: { userId: string; now: number },
  { id, sourceId, author, at, content, emoji }: MailSuggestion,
  { stored, refused }: { stored: readonly Stored[]; refused: readonly string[] },
): Promise<boolean> {
  await lockStoredBytes(tx);
  let used = await storedBytes(tx);
  const fits = stored.filter(({ file_size, view_size }) => {
    if (refuseOverQuota(used, file_size + view_size)) return false;
    used += file_size + view_size;
    return true;
  });
  const beyond = stored.filter((file) => !fits.includes(file)).map(({ file_name }) => file_name);
  const outcome = await addSuggestion({
    ...{ tx, userId, now, id, files: fits },
    suggestion: {
      ...{ source: 'email', source_id: sourceId, at, content, emoji },
      reason: suggestionTexts.reason(author, [...refused, ...beyond]),
    },
  });
  return outcome === 'added' || outcome === 'known';
}
