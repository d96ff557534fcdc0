// Entries that the server does not have yet: one file each, written before anything is sent and deleted once the server has
// it. The name of the file is the idempotency key, so that an entry that is sent twice, by this process or by two, is one
// entry. No lock is needed, and a process may be killed at any moment.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { newId } from '#platform/clock/id.ts';
import { codeOf } from './command-error.ts';
import { dataFolder, makeFolder, writeDurably } from './folders.ts';

export type Queued = {
  /** Its idempotency key, by which entries are sorted in the order in which they were written. */
  id: string;
  /** Whose log it belongs to. An entry is never sent to another one. */
  url: string;
  email: string | null;
  text: string;
  emoji?: string;
  /** The date that the user chose. */
  date?: string;
  madeAt: string;
  /** Names of its files, whose bytes are next to it. */
  files: string[];
  /** Why the server refused it. It is not sent again until the user says so. */
  refusal?: string;
};

const folder = () => join(dataFolder(), 'queue');
const fileOf = (id: string) => join(folder(), `${id}.json`);
const attachmentsOf = (id: string) => join(folder(), `${id}.files`);

/** Stores an entry with the bytes of its files. Throws an error of the file system, and leaves nothing then. */
export function enqueue(
  entry: Omit<Queued, 'id' | 'files'>,
  files: readonly { name: string; bytes: Uint8Array }[],
): Queued {
  const id = newId();
  makeFolder(folder());
  try {
    if (files.length > 0) makeFolder(attachmentsOf(id));
    for (const [at, { bytes }] of files.entries()) writeDurably(join(attachmentsOf(id), String(at)), bytes);
    const queued = { ...entry, id, files: files.map(({ name }) => name) };
    // Last: without it, there is no entry.
    writeDurably(fileOf(id), JSON.stringify(queued));
    return queued;
  } catch (error) {
    rmSync(attachmentsOf(id), { recursive: true, force: true });
    throw error;
  }
}

/** Replaces what is stored of an entry, unless another process has deleted it. */
export function update(entry: Queued): void {
  if (read(fileOf(entry.id))) writeDurably(fileOf(entry.id), JSON.stringify(entry));
}

export function remove({ id }: Pick<Queued, 'id'>): void {
  rmSync(fileOf(id), { force: true });
  rmSync(attachmentsOf(id), { recursive: true, force: true });
}

/** The waiting entries, oldest first. Another process may be sending one of them. */
export function queued(): Queued[] {
  return names()
    .filter((name) => /^[0-9a-f-]{36}\.json$/.test(name))
    .sort()
    .map((name) => read(join(folder(), name)))
    .filter((entry) => entry !== undefined);
}

/** The bytes of an entry's files. Undefined if another process has deleted them, because it has sent the entry. */
export function attachments({ id, files }: Queued): File[] | undefined {
  try {
    return files.map(
      (name, at) => new File([readFileSync(join(attachmentsOf(id), String(at)))], basename(name)),
    );
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const leftOverMs = 24 * 3_600_000;

/** Deletes what killed processes have left: files without an entry. The entry of a younger one may still be written. */
export function removeLeftovers(now: number): void {
  const all = names();
  for (const name of all) {
    const isLeft =
      name.endsWith('.tmp') || (name.endsWith('.files') && !all.includes(name.replace(/files$/, 'json')));
    if (isLeft && now - modified(join(folder(), name)) > leftOverMs)
      rmSync(join(folder(), name), { recursive: true, force: true });
  }
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

function names(): string[] {
  try {
    return readdirSync(folder());
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** Undefined if another process has just deleted it. */
function read(path: string): Queued | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Queued;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
