// Removes orphaned bytes: their upload died before the row was written, or the row was deleted.
import { hourMs } from '../clock/durations.ts';
import type { Job } from '../jobs/worker.ts';
import type { FileStore } from './store.ts';

/** Younger objects may still get their row. */
const graceMs = hourMs;
const pageSize = 500;

/** Objects written before the returned instant are swept at `now`. */
export function sweepCutoff(now: Date): Date {
  return new Date(now.getTime() - graceMs);
}

/** Returns the paths that a row refers to. Paths do not include the bucket. */
type Referenced = (paths: string[]) => Promise<string[]>;

/** Removes those of the paths in a bucket that no row refers to. Returns their number. */
async function removeOrphans(
  files: FileStore,
  bucket: string,
  paths: string[],
  referenced: Referenced,
): Promise<number> {
  const kept = new Set(paths.length > 0 ? await referenced(paths) : []);
  const orphans = paths.filter((path) => !kept.has(path));
  for (const path of orphans) await files.remove(`${bucket}/${path}`);
  return orphans.length;
}

/** The job `name`, which removes the paths of its payload that no row refers to anymore: `{ paths: string[] }`. */
export function removeJob(name: string, files: FileStore, bucket: string, referenced: Referenced): Job {
  return {
    name,
    deletesBytes: true,
    async run(payload) {
      const { paths } = payload as { paths: string[] };
      await removeOrphans(files, bucket, paths, referenced);
    },
  };
}

/**
 * Removes the objects of a bucket that were written before an instant and that no row refers to.
 * Returns their number.
 */
export async function sweepBucket(
  files: FileStore,
  bucket: string,
  before: Date,
  referenced: Referenced,
): Promise<number> {
  const start = `${bucket}/`;
  let removed = 0;
  for (let after: string | undefined; ;) {
    const found = await files.list(start, after, pageSize);
    const old = found.filter(({ modified }) => modified < before).map(({ key }) => key.slice(start.length));
    removed += await removeOrphans(files, bucket, old, referenced);
    if (found.length < pageSize) return removed;
    after = found.at(-1)!.key;
  }
}
