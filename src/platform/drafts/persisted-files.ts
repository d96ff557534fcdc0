// Stores the bytes of attached files in this browser, as long as an item in localStorage references them (R-B8). The
// reference is always written before the bytes, so that any tab can delete unreferenced bytes.
import { createStore } from '#ui/store.ts';
import { stashedValues } from '../tabs/stash.ts';
import { texts, type Fields } from './fields.ts';

export type AttachedFile = { id: string; file: File };

export type FileInfo = { id: string; name: string; size: number };

/** Loaded when the first file is attached, because most input has none. */
const bytes = () => import('./file-bytes.ts');

/** Loads that code while there is a connection. */
export function preloadBytes(): void {
  void bytes().catch(() => undefined);
}

/**
 * Reading must not block a dialog forever if IndexedDB does not respond. Generous, because a file that is not read in time
 * counts as lost: WebKit on a busy machine took over 4 seconds. Milliseconds.
 */
const readTimeoutMs = 10_000;
/**
 * Delay before deleting unreferenced files, in milliseconds: a file that moves from one localStorage item to another is
 * briefly unreferenced.
 */
const sweepDelayMs = 1000;

/** Ids of files that could not be stored. They are lost when this page closes. */
export const unpersistedFiles = createStore<{ ids: ReadonlySet<string> }>({ ids: new Set() });
/** Files whose write was started, whether it succeeded or not, or that were read. */
const handledIds = new Set<string>();
const idsBySource = new Map<string, Set<string>>();

/** Stores the files of one source, such as the drafts of one name, and deletes those that it no longer references. */
export function persistFiles(
  userId: string,
  source: string,
  files: AttachedFile[],
  others: FileInfo[],
): void {
  const current = new Set([...files, ...others].map(({ id }) => id));
  const removed = [...(idsBySource.get(source) ?? [])].filter((id) => !current.has(id));
  idsBySource.set(source, current);
  persistBytes(userId, files);
  if (removed.length > 0) setTimeout(() => void sweep(userId, removed), sweepDelayMs);
}

/** Stores files that a localStorage item already references. */
export function persistBytes(userId: string, files: AttachedFile[]): void {
  for (const { id, file } of files) if (!handledIds.has(id)) void persist(userId, id, file);
}

async function persist(userId: string, id: string, file: File): Promise<void> {
  handledIds.add(id);
  try {
    await (await bytes()).putBytes(userId, id, file);
    // The user may have removed it during the write.
    if (!referencedIds().has(id)) setTimeout(() => void sweep(userId, [id]), sweepDelayMs);
  } catch (error) {
    console.warn(`${file.name} could not be saved in this browser.`, error);
    unpersistedFiles.set({ ids: new Set([...unpersistedFiles.get().ids, id]) });
  }
}

/** Loads those of the files that are still stored, in the same order. */
export async function readFiles(files: FileInfo[]): Promise<AttachedFile[]> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, readTimeoutMs));
  const read = async ({ id }: FileInfo): Promise<AttachedFile[]> => {
    try {
      const file = await Promise.race([bytes().then(({ getBytes }) => getBytes(id)), timeout]);
      if (!file) return [];
      handledIds.add(id);
      return [{ id, file }];
    } catch {
      return [];
    }
  };
  return (await Promise.all(files.map(read))).flat();
}

export type Attachments = {
  files: AttachedFile[];
  /** Files whose bytes are stored in this browser but not loaded yet. */
  unloadedFiles: FileInfo[];
  /** Names of files lost in a reload because the browser could not store them. */
  lostFiles: string[];
};

/** The files of a draft or a queued write, which may have none. */
export function filesOf(holder: object | undefined): Attachments {
  return { files: [], unloadedFiles: [], lostFiles: [], ...holder };
}

/** The fields of a draft or a queued write with files. */
export const attachments: Fields<Attachments> = {
  files: {
    empty: () => [],
    read: () => [],
    write: (files, { unloadedFiles }) => fileInfos(files, unloadedFiles as FileInfo[]),
  },
  unloadedFiles: {
    empty: () => [],
    read: (_, { files }) => parseFileInfos(files),
    // With the others.
    write: () => undefined,
  },
  lostFiles: texts,
};

/** Loads the bytes of the unloaded files, as far as the browser still has them. */
export async function availableFiles<Holder extends Attachments>(holder: Holder): Promise<Holder> {
  if (holder.unloadedFiles.length === 0) return holder;
  const found = await readFiles(holder.unloadedFiles);
  const unloadedFiles = holder.unloadedFiles.filter(({ id }) => !found.some((file) => file.id === id));
  return { ...holder, files: [...holder.files, ...found], unloadedFiles };
}

/** Loads the bytes of the unloaded files. Lists those that no longer exist in `lostFiles`. */
export async function loadFiles<Holder extends Attachments>(holder: Holder): Promise<Holder> {
  const { files, unloadedFiles: lost } = await availableFiles(holder);
  const lostFiles = [...holder.lostFiles, ...lost.map(({ name }) => name)];
  return { ...holder, files, unloadedFiles: [], lostFiles };
}

/** Reassigns stored files to another user, whose items already reference them. Deletes unreferenced files. */
export async function reassignFiles(from: string, to: string): Promise<void> {
  try {
    await (await bytes()).moveBytes(from, to);
  } catch {
    // Files are read by id alone, so the previous owner does no harm.
  }
  await sweep(to);
}

/** Deletes unreferenced files: of these ids, or of all files stored for a user. */
export async function sweep(userId: string, ids?: string[]): Promise<void> {
  try {
    const { dropBytes, storedIds } = await bytes();
    const candidates = ids ?? (await storedIds(userId));
    // Read after the ids, because a reference is written before its bytes.
    const referenced = referencedIds();
    const unreferenced = candidates.filter((id) => !referenced.has(id));
    for (const id of unreferenced) handledIds.delete(id);
    if (unreferenced.length > 0) await dropBytes(unreferenced);
  } catch {
    // If storage is unavailable, there is nothing to delete.
  }
}

/** Ids of all files that any localStorage item references, of any user. */
function referencedIds(): Set<string> {
  const lists = stashedValues().map((value) => (value as { files?: unknown } | null)?.files);
  const files = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return new Set(files.map((file) => String((file as { id?: unknown } | null)?.id)));
}

/** The metadata of files that localStorage holds: everything except the bytes. */
export function fileInfos(files: AttachedFile[], unloaded: FileInfo[]): FileInfo[] {
  return [...files.map(({ id, file }) => ({ id, name: file.name, size: file.size })), ...unloaded];
}

/** Parses stored metadata of files. Skips malformed items. */
export function parseFileInfos(value: unknown): FileInfo[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    const { id, name, size } = (item ?? {}) as Partial<FileInfo>;
    return typeof id === 'string' && typeof name === 'string' ? [{ id, name, size: Number(size) || 0 }] : [];
  });
}
