// Copies a profile photo from another website. The server fetches it once, so the browsers of people who see it never
// reveal their addresses to that website. It is stored like an uploaded one.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { contentTypeOf } from '#platform/files/content-type.ts';
import { squareJpegOf } from '#platform/files/photo.ts';
import { withStaged } from '#platform/files/staged.ts';
import { FileTooLarge, StorageFull, type FileStore } from '#platform/files/store.ts';
import { refuse, type Refused } from '#platform/http/bind.ts';
import { CannotFetch, type FetchPublic } from '#platform/http/fetch-public.ts';
import { limits } from '../../constants.ts';
import { acceptedTypes, bucket } from '../../contract.ts';
import { photoPath } from '../../rules.ts';

type Code = 'photo_unreachable' | 'photo_not_image' | 'photo_too_large' | 'photo_unreadable' | 'storage_full';

/** Resolves to the path of the stored photo, which no row names yet. */
export async function copyPhoto(
  { files, fetchPublic }: { files: FileStore; fetchPublic: FetchPublic },
  address: string,
  userId: string,
): Promise<string | Refused<Code>> {
  try {
    return await withStaged(files, async (stage) => {
      // The limit is exclusive.
      const original = await stage(await fetchPublic(address), limits.photoBytes - 1);
      const type = await contentTypeOf(original.path);
      if (!type || !acceptedTypes.includes(type.mime)) return refuse('photo_not_image');
      const jpeg = await squareJpegOf(original.path, limits.photoSide, userId);
      if (!jpeg) return refuse('photo_unreadable');
      const name = `${randomBytes(16).toString('hex')}.jpg`;
      await files.put(await stage(Readable.from(jpeg), jpeg.length), `${bucket}/${userId}/${name}`);
      return photoPath(userId) + name;
    });
  } catch (error) {
    if (error instanceof FileTooLarge) return refuse('photo_too_large');
    if (error instanceof StorageFull) return refuse('storage_full');
    // The other side ended the connection, or took too long.
    const { code, name } = error as NodeJS.ErrnoException;
    if (error instanceof CannotFetch || name === 'AbortError' || code === 'ECONNRESET')
      return refuse('photo_unreachable');
    throw error;
  }
}

/** Removes a photo that no row names after all. */
export const removeCopy = (files: FileStore, path: string, userId: string): Promise<void> =>
  files.remove(`${bucket}/${userId}/${path.slice(photoPath(userId).length)}`);
