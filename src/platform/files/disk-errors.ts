// What errors of the file system mean to a file store.
import { StorageFull } from './store.ts';

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Ignores that a file or its folder does not exist. Throws any other error. */
export function undefinedIfAbsent(error: unknown): undefined {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}

/** Throws `StorageFull` instead of the errors of a full disk, and any other error as it is. */
export function throwStorageFull(error: unknown): never {
  const code = codeOf(error);
  throw code === 'ENOSPC' || code === 'EDQUOT' ? new StorageFull() : error;
}
