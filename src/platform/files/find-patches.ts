// Runs a cleaner on a stored file, once: the result is kept in memory, because a player requests a file in many parts.
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Patches, type Cleaner, type Patch } from './clean/patches.ts';
import { CannotClean, Source } from './clean/source.ts';
import { FairTurns } from './fair-turns.ts';
import { treatmentOf } from './for-others.ts';
import type { FileStore, StagedFile } from './store.ts';

type Found = readonly Patch[] | 'refused';

/** Keys of stored files are never reused for other bytes. */
const kept = new Map<string, Found>();
const maxKept = 200;
/** Reading a file takes a part of its size in memory, and its owner may have many. */
const turns = new FairTurns(2);

/**
 * What must be overwritten before others get the file. `refused` if it cannot be cleaned; undefined if there is no such
 * file. `owner` is used for fair turns.
 */
export function findPatches(
  files: FileStore,
  { key, owner, cleaner }: { key: string; owner: string; cleaner: Cleaner },
): Promise<Found | undefined> {
  return turns.run(owner, async () => {
    const known = kept.get(key);
    if (known) return known;
    const size = await files.sizeOf(key);
    if (size === undefined) return undefined;
    const found = await clean(sourceOf(files, key, size), cleaner);
    if (kept.size === maxKept) kept.delete(kept.keys().next().value!);
    kept.set(key, found);
    return found;
  });
}

/** Whether others could get a received file itself, as opposed to its rendition. */
export async function canBeShared(
  { view_path, mime_type }: { view_path: string | null; mime_type: string },
  { path, size }: Pick<StagedFile, 'path' | 'size'>,
): Promise<boolean> {
  const treatment = view_path === null ? treatmentOf(mime_type) : 'unchanged';
  if (typeof treatment === 'string') return treatment === 'unchanged';
  const file = await open(path, 'r');
  try {
    const source = new Source(size, async (first, last) => {
      const length = last - first + 1;
      return (await file.read(Buffer.alloc(length), 0, length, first)).buffer;
    });
    return (await clean(source, treatment)) !== 'refused';
  } finally {
    await file.close();
  }
}

/** Runs a cleaner. Whatever is wrong with the file, it is refused; an error of the storage is thrown. */
async function clean(source: Source, cleaner: Cleaner): Promise<Found> {
  const patches = new Patches();
  try {
    await cleaner(source, patches);
    return patches.all;
  } catch (error) {
    // A number in the file that points outside of it.
    if (error instanceof CannotClean || error instanceof RangeError) return 'refused';
    throw error;
  }
}

function sourceOf(files: FileStore, key: string, size: number): Source {
  return new Source(size, async (first, last) => {
    const opened = await files.open(key, { first, last });
    if (!opened || opened === 'outside') throw new CannotClean('the file is deleted');
    return buffer(opened.bytes);
  });
}
