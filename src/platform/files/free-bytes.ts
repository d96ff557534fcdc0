import { statfs } from 'node:fs/promises';

/** The room that is left for us on the disk of a folder. Throws what the system says, ENOENT where there is no folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
