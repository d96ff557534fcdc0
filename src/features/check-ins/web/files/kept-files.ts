// Which attached files this browser keeps, and for how long: as long as something on a shelf names them (R-B8). The name
// is always written before the bytes, so that what nothing names can be thrown away by any window.
import { createStore } from '#ui/store.ts';
import { stashedValues } from '../shelf.ts';

export type AttachedFile = { id: string; file: File };

export type FileInfo = { id: string; name: string; size: number };

/** Fetched when the first file is attached: most entries have none. */
const bytes = () => import('./file-bytes.ts');

/** Fetches that code while there is a connection. */
export function preloadBytes(): void {
  void bytes().catch(() => undefined);
}

/** Reading must not hold up a dialog for ever where the browser's database does not answer, in milliseconds. */
const patience = 4000;
/** What is moved from one shelf to another is nowhere for a moment, in milliseconds. */
const releaseAfter = 1000;

/** Ids of files that could not be kept: they live as long as this page. */
export const unpersistedFiles = createStore<{ ids: ReadonlySet<string> }>({ ids: new Set() });
const put = new Set<string>();
const places = new Map<string, Set<string>>();

/** Keeps the files of one place, and lets go of those that it no longer has. */
export function persistFiles(userId: string, place: string, files: AttachedFile[], others: FileInfo[]): void {
  const now = new Set([...files, ...others].map(({ id }) => id));
  const gone = [...(places.get(place) ?? [])].filter((id) => !now.has(id));
  places.set(place, now);
  persistBytes(userId, files);
  if (gone.length > 0) setTimeout(() => void sweep(userId, gone), releaseAfter);
}

/** Keeps files that something names already. */
export function persistBytes(userId: string, files: AttachedFile[]): void {
  for (const { id, file } of files) if (!put.has(id)) void keep(userId, id, file);
}

async function keep(userId: string, id: string, file: File): Promise<void> {
  put.add(id);
  try {
    await (await bytes()).putBytes(userId, id, file);
    // It may have been given up while it was being written.
    if (!named().has(id)) setTimeout(() => void sweep(userId, [id]), releaseAfter);
  } catch (error) {
    console.warn(`${file.name} cannot be kept in this browser.`, error);
    unpersistedFiles.set({ ids: new Set([...unpersistedFiles.get().ids, id]) });
  }
}

/** Those of the files that are still there, in their order. */
export async function readFiles(files: FileInfo[]): Promise<AttachedFile[]> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  const read = async ({ id }: FileInfo): Promise<AttachedFile[]> => {
    try {
      const file = await Promise.race([bytes().then(({ getBytes }) => getBytes(id)), late]);
      if (!file) return [];
      put.add(id);
      return [{ id, file }];
    } catch {
      return [];
    }
  };
  return (await Promise.all(files.map(read))).flat();
}

/** What is kept for one person is another's from now on, whose shelves name it; what nothing names goes. */
export async function handOverFiles(from: string, to: string): Promise<void> {
  try {
    await (await bytes()).moveBytes(from, to);
  } catch {
    // It is read by its names alone, whoever's it is.
  }
  await sweep(to);
}

/** Throws away what nothing names any more: of these files, or of all that are kept for somebody. */
export async function sweep(userId: string, ids?: string[]): Promise<void> {
  try {
    const { dropBytes, storedIds } = await bytes();
    const candidates = ids ?? (await storedIds(userId));
    // Asked last: a name is written before its bytes.
    const wanted = named();
    const rest = candidates.filter((id) => !wanted.has(id));
    for (const id of rest) put.delete(id);
    if (rest.length > 0) await dropBytes(rest);
  } catch {
    // Where nothing can be kept, nothing is left behind.
  }
}

/** Ids of all files that something on a shelf names, whoever's it is. */
function named(): Set<string> {
  const lists = stashedValues().map((value) => (value as { files?: unknown } | null)?.files);
  const files = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return new Set(files.map((file) => String((file as { id?: unknown } | null)?.id)));
}

/** What a shelf holds of files: all but the bytes. */
export function fileInfos(files: AttachedFile[], coming: FileInfo[]): FileInfo[] {
  return [...files.map(({ id, file }) => ({ id, name: file.name, size: file.size })), ...coming];
}

/** Names of files as a shelf held them; only what has the right shape is taken. */
export function parseFileInfos(value: unknown): FileInfo[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const { id, name, size } = (one ?? {}) as Partial<FileInfo>;
    return typeof id === 'string' && typeof name === 'string' ? [{ id, name, size: Number(size) || 0 }] : [];
  });
}
