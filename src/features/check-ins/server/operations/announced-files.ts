import { displayName } from '#platform/files/file-name.ts';
import { limits, type MissingFile } from '../../contract.ts';

/** Announced files as they are kept until they arrive: under the name that they will be shown by. */
export function namedFiles(files: readonly MissingFile[]): MissingFile[] {
  return files.map((file) => ({ ...file, name: displayName(file.name, limits.fileName) }));
}
