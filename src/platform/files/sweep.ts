// Removes stored bytes that nothing names: an upload whose process died between the bytes and the row, or whose row is gone.
import type { FileStore } from './store.ts';

/** What is younger than this may still be on its way to a row. Milliseconds. */
const grace = 60 * 60 * 1000;
const page = 500;

/** Before when an object must have been written to be swept at `now`. */
export function sweptBefore(now: Date): Date {
  return new Date(now.getTime() - grace);
}

/**
 * Removes the objects of a bucket that were written before an instant and whose path is not among the `named` ones;
 * gives how many. Paths go without the bucket.
 */
export async function sweepBucket(
  files: FileStore,
  bucket: string,
  before: Date,
  named: (paths: string[]) => Promise<string[]>,
): Promise<number> {
  const start = `${bucket}/`;
  let removed = 0;
  for (let after: string | undefined; ;) {
    const found = await files.list(start, after, page);
    const old = found.filter(({ modified }) => modified < before).map(({ key }) => key.slice(start.length));
    const kept = new Set(old.length > 0 ? await named(old) : []);
    for (const path of old) {
      if (kept.has(path)) continue;
      await files.remove(start + path);
      removed++;
    }
    if (found.length < page) return removed;
    after = found.at(-1)!.key;
  }
}
