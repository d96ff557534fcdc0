import { statfs } from 'node:fs/promises';

/** Bytes available to this process on the disk of a folder. Throws the system's error, such as ENOENT for no folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
