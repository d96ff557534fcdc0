import { displayName } from '#platform/files/file-name.ts';
import { limits, type AnnouncedFile, type MissingFile } from '../../contract.ts';

/** Converts announced files to the missing files of an entry: with display names, in order. */
export function toMissingFiles(
  files: readonly (AnnouncedFile & { position?: number | undefined })[],
): MissingFile[] {
  return files.map(({ id, name, size, position }, index) => ({
    id,
    name: displayName(name, limits.fileName),
    size,
    position: position ?? index,
  }));
}
