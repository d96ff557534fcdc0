import { displayName } from '#platform/files/file-name.ts';
import { limits, type AnnouncedFile, type MissingFile } from '../../contract.ts';

/** Announced files as they are stored until they arrive: under the name that they will be shown by, in their order. */
export function namedFiles(
  files: readonly (AnnouncedFile & { position?: number | undefined })[],
): MissingFile[] {
  return files.map(({ id, name, size, position }, index) => ({
    id,
    name: displayName(name, limits.fileName),
    size,
    position: position ?? index,
  }));
}
