// The pictures of a packet's PDF and Word file: the renditions of photos whose files readers can open, without the details
// saved in them (R-B4).
import { buffer } from 'node:stream/consumers';
import { bucket as logFiles } from '#features/check-ins/contract.ts';
import { fileForViewer } from '#features/check-ins/server/operations/stored-file.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { documentJpeg } from '#platform/files/photo.ts';
import { bytesOf } from '#platform/files/send-stored.ts';
import type { FileStore } from '#platform/files/store.ts';
import { isRefused } from '#platform/http/bind.ts';
import { limits } from '../../constants.ts';
import type { PacketDocument } from '../../format-contract.ts';
import type { Picture } from '../documents/packet-form.ts';

/** A rendition, and the number of its file. */
export type StoredPicture = { number: number; userId: string; path: string };

/** The numbers of the files that may have a picture, in reading order. */
function pictureNumbers(document: PacketDocument): number[] {
  const files = document.groups.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === 'entry' ? (item.files ?? []) : [])),
  );
  return files
    .filter(({ open }) => open === 1)
    .flatMap(({ type }, at) => (type.startsWith('image/') ? [at + 1] : []))
    .slice(0, limits.pictures);
}

/** @param fileOf The id of the file with a number, and its owner. */
export async function storedPictures(
  tx: Tx,
  document: PacketDocument,
  fileOf: (number: number) => Promise<{ user_id: string; file_id: string } | undefined>,
): Promise<StoredPicture[]> {
  const pictures: StoredPicture[] = [];
  for (const number of pictureNumbers(document)) {
    const found = await fileOf(number);
    const row = found && (await fileForViewer(tx, found.user_id, found.file_id));
    // What readers get, also for the owner: the file is made to be passed on.
    const bytes = row && bytesOf(row, 'view', null);
    // Animations and vector graphics are no pictures of a printed page.
    if (!row || !bytes || isRefused(bytes) || bytes.path !== row.view_path) continue;
    pictures.push({ number, userId: found.user_id, path: bytes.path });
  }
  return pictures;
}

/** Reads and scales them one by one. What the store no longer has, or cannot be read, is left out. */
export async function readPictures(
  files: FileStore,
  pictures: readonly StoredPicture[],
  signal: AbortSignal,
): Promise<Map<number, Picture>> {
  const read = new Map<number, Picture>();
  for (const { number, userId, path } of pictures) {
    signal.throwIfAborted();
    const stored = await files.read(`${logFiles}/${path}`);
    const picture = stored && (await documentJpeg(await buffer(stored), userId));
    if (picture) read.set(number, picture);
  }
  return read;
}
