// Copies all objects of one file store to another. Objects never change, so a copy that is there already is skipped.
import { isOwnerMark } from '#platform/files/owner-mark.ts';
import type { FileStore } from '#platform/files/store.ts';

/** `bytes`: of the copied files. `damaged`: keys whose bytes differ from the stored hash, and that were not copied. */
export type Progress = { total: number; copied: number; skipped: number; bytes: number; damaged: string[] };

const pageSize = 1000;
/** Most of the time is spent waiting for the object store. */
const parallel = 8;

/**
 * Copies files that are missing or have a different SHA-256. Stops at the first error; complete files stay, and the
 * next call skips them. Never deletes anything.
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  onProgress: (progress: Readonly<Progress>) => void,
): Promise<Progress> {
  const progress: Progress = { total: 0, copied: 0, skipped: 0, bytes: 0, damaged: [] };
  for await (const page of pagesOf(from)) progress.total += page.length;
  for await (const page of pagesOf(from)) {
    await inParallel(page, async (key) => {
      const bytes = await copyFile(from, to, key);
      if (bytes === 'damaged') progress.damaged.push(key);
      else if (bytes === undefined) progress.skipped++;
      else {
        progress.copied++;
        progress.bytes += bytes;
      }
      onProgress(progress);
    });
  }
  return progress;
}

async function* pagesOf(store: FileStore): AsyncGenerator<string[]> {
  for (let after: string | undefined; ;) {
    const found = await store.list('', after, pageSize);
    yield found.map(({ key }) => key).filter((key) => !isOwnerMark(key));
    if (found.length < pageSize) return;
    after = found.at(-1)!.key;
  }
}

/** Rejects with the first error, once no work is in progress anymore. */
async function inParallel(keys: string[], work: (key: string) => Promise<void>): Promise<void> {
  const waiting = keys.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const key of waiting) {
      if (failures.length > 0) return;
      await work(key).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  if (failures.length > 0) throw failures[0];
}

/** Returns the bytes that were copied. Undefined if the copy existed, or the file was deleted meanwhile. */
async function copyFile(
  from: FileStore,
  to: FileStore,
  key: string,
): Promise<number | 'damaged' | undefined> {
  const sha256 = await from.sha256Of(key);
  if (!sha256 || (await to.sha256Of(key))?.equals(sha256)) return undefined;
  const opened = await from.open(key);
  if (typeof opened !== 'object') return undefined;
  const staged = await to.stage(opened.bytes, opened.size);
  try {
    if (!staged.sha256.equals(sha256)) return 'damaged';
    await to.put(staged, key);
    return staged.size;
  } finally {
    await to.discard(staged);
  }
}
