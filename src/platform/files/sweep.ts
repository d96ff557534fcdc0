// Removes stored bytes that nothing names: an upload whose process died between the bytes and the row, or whose row is gone.
import type { FileStore } from './store.ts';

/** What is younger than this may still be on its way to a row. Milliseconds. */
const grace = 60 * 60 * 1000;
const page = 500;

/** Before when an object must have been written to be swept at `now`. */
export function sweptBefore(now: Date): Date {
  return new Date(now.getTime() - grace);
}

/** Those of the paths that a row names. Paths go without the bucket. */
type Named = (paths: string[]) => Promise<string[]>;

/** Removes these objects of a bucket but for those that a row names; gives how many. */
export async function removeUnnamed(
  files: FileStore,
  bucket: string,
  paths: string[],
  named: Named,
): Promise<number> {
  const kept = new Set(paths.length > 0 ? await named(paths) : []);
  const unnamed = paths.filter((path) => !kept.has(path));
  for (const path of unnamed) await files.remove(`${bucket}/${path}`);
  return unnamed.length;
}

/**
 * Removes the objects of a bucket that were written before an instant and whose path is not among the `named` ones;
 * gives how many.
 */
export async function sweepBucket(
  files: FileStore,
  bucket: string,
  before: Date,
  named: Named,
): Promise<number> {
  const start = `${bucket}/`;
  let removed = 0;
  for (let after: string | undefined; ;) {
    const found = await files.list(start, after, page);
    const old = found.filter(({ modified }) => modified < before).map(({ key }) => key.slice(start.length));
    removed += await removeUnnamed(files, bucket, old, named);
    if (found.length < page) return removed;
    after = found.at(-1)!.key;
  }
}
