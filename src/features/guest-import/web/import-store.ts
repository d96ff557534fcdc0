// The items still to import and the note of their outcomes, both in the guest store, so that closing the tab loses
// neither (R-I1). Items that the server has are deleted in the same transaction that updates the note.
import type { GuestCheckIn, GuestFile, GuestGoal } from '#features/guest/web/guest-database.ts';
import {
  keysOfEntry,
  readGuest,
  type GuestRead,
  type GuestWrite,
} from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import { renameItem } from './import-packet-store.ts';

/** Counts of visible items. `hidden` counts those that are on neither the timeline nor the list of goals. */
export type Counts = { entries: number; goals: number; files: number; packets: number; hidden: number };

/** An item that could not be imported. It stays here until the user deletes it. */
export type Leftover = {
  kind: 'entry' | 'goal' | 'file' | 'packet';
  id: string;
  name: string;
  why: string;
  /** The server would refuse it again. */
  isRefused?: boolean;
};

const zeroCounts: Counts = { entries: 0, goals: 0, files: 0, packets: 0, hidden: 0 };

export type ImportNote = {
  /** The account that the import was started for. */
  userId: string;
  /** What was imported and deleted from here. */
  done: Counts;
  left: Leftover[];
  /** Number of items with an invalid date, imported under the day of the import. */
  redated: number;
};

const key = 'import';

async function noteIn(tx: GuestRead | GuestWrite): Promise<ImportNote | undefined> {
  return (await (tx as GuestRead).objectStore('meta').get(key)) as ImportNote | undefined;
}

/** All goals except deleted ones, in list order. */
async function goalsIn(tx: GuestRead): Promise<GuestGoal[]> {
  const goals = await tx.objectStore('goals').getAll();
  return goals.filter((goal) => goal.deleted_at === null).toSorted((a, b) => a.position - b.position);
}

export const readNote = () => readGuest(noteIn);

/** Counts what this browser holds. */
export function countHeld(): Promise<Counts> {
  return readGuest(async (tx) => {
    const [entries, binned, goals, files, packets] = await Promise.all([
      tx.objectStore('check_ins').index('timeline').count(),
      tx.objectStore('check_ins').index('bin').getAllKeys(),
      goalsIn(tx),
      tx.objectStore('log_files').getAll(),
      tx.objectStore('packets').count(),
    ]);
    const bin = new Set(binned);
    const open = goals.filter(isOnList).length;
    const shown = files.filter(({ check_in_id }) => !bin.has(check_in_id)).length;
    const hidden = bin.size + (goals.length - open) + (files.length - shown);
    return { entries, goals: open, files: shown, packets, hidden };
  });
}

export const countAll = ({ entries, goals, files, packets, hidden }: Counts) =>
  entries + goals + files + packets + hidden;

/** Counts items of one kind, given whether each is visible. */
export function countOf(kind: 'entries' | 'goals' | 'files', shown: readonly boolean[]): Partial<Counts> {
  const visible = shown.filter(Boolean).length;
  return { [kind]: visible, hidden: shown.length - visible };
}

export const isOnTimeline = ({ deleted_at }: { deleted_at: string | null }) => deleted_at === null;
export const isOnList = ({ completed_at }: { completed_at: string | null }) => completed_at === null;

/** Adds `more` to `done`. */
export function addCounts(done: Counts, more: Partial<Counts>): Counts {
  const add = (kind: keyof Counts) => done[kind] + (more[kind] ?? 0);
  return {
    ...{ entries: add('entries'), goals: add('goals'), files: add('files') },
    ...{ packets: add('packets'), hidden: add('hidden') },
  };
}

/** Starts or resumes the import for an account. Items that could not be imported before are retried. */
export function beginNote(userId: string): Promise<ImportNote> {
  return writeGuest(async (tx) => {
    const before = await noteIn(tx);
    const done = before?.userId === userId ? { ...zeroCounts, ...before.done } : zeroCounts;
    const note = { userId, done, left: [], redated: before?.redated ?? 0 };
    await tx.objectStore('meta').put(note, key);
    return note;
  });
}

async function changeNote(tx: GuestWrite, change: (note: ImportNote) => ImportNote): Promise<void> {
  const note = await noteIn(tx);
  if (note) await tx.objectStore('meta').put(change(note), key);
}

export function addDone(tx: GuestWrite, more: Partial<Counts>): Promise<void> {
  return changeNote(tx, (note) => ({ ...note, done: addCounts(note.done, more) }));
}

export function addLeft(left: Leftover): Promise<void> {
  return writeGuest((tx) => changeNote(tx, (note) => ({ ...note, left: [...note.left, left] })));
}

export function addRedated(): Promise<void> {
  return writeGuest((tx) => changeNote(tx, (note) => ({ ...note, redated: note.redated + 1 })));
}

/** Call it when the summary was closed: a later visit only lists what is left. */
export function forgetDone(): Promise<void> {
  return writeGuest((tx) => changeNote(tx, (note) => ({ ...note, done: zeroCounts, redated: 0 })));
}

export const entryIds = () => readGuest((tx) => tx.objectStore('check_ins').getAllKeys());
export const fileIds = () => readGuest((tx) => tx.objectStore('log_files').getAllKeys());

export const keptGoals = () => readGuest(goalsIn);

export type KeptEntry = { row: GuestCheckIn; fileIds: string[] };

/** Those of these entries that are in the store, in the given order. */
export function entriesOf(ids: readonly string[]): Promise<KeptEntry[]> {
  return readGuest(async (tx) => {
    const files = tx.objectStore('log_files').index('of_check_in');
    const found = await Promise.all(
      ids.map(async (id) => {
        const [row, keys] = await Promise.all([
          tx.objectStore('check_ins').get(id),
          files.getAllKeys(keysOfEntry(id)),
        ]);
        return row && { row, fileIds: keys };
      }),
    );
    return found.filter((entry) => entry !== undefined);
  });
}

export function fileOf(id: string): Promise<{ row: GuestFile; bytes: Blob | undefined } | undefined> {
  return readGuest(async (tx) => {
    const row = await tx.objectStore('log_files').get(id);
    const bytes = await tx.objectStore('file_bytes').get(id);
    return row && { row, bytes: bytes && new Blob([bytes], { type: row.mime_type }) };
  });
}

/** Deletes entries that the server has, unless they changed since they were sent or have files still to send. */
export function settleEntries(sent: readonly { id: string; changed_at: string }[]): Promise<void> {
  return writeGuest(async (tx) => {
    const left = new Set((await noteIn(tx))?.left.map(({ id }) => id));
    const entries = tx.objectStore('check_ins');
    const files = tx.objectStore('log_files').index('of_check_in');
    const settled = await Promise.all(
      sent.map(async ({ id, changed_at }) => {
        const [row, keys] = await Promise.all([entries.get(id), files.getAllKeys(keysOfEntry(id))]);
        if (row?.changed_at !== changed_at || keys.some((file) => !left.has(file))) return [];
        await entries.delete(id);
        return [isOnTimeline(row)];
      }),
    );
    await addDone(tx, countOf('entries', settled.flat()));
  });
}

/** Deletes goals that the server has, unless they changed since they were sent. */
export function settleGoals(sent: readonly GuestGoal[]): Promise<void> {
  return writeGuest(async (tx) => {
    const shown: boolean[] = [];
    for (const { id, changed_at } of sent) {
      const row = await tx.objectStore('goals').get(id);
      if (row?.changed_at !== changed_at) continue;
      await tx.objectStore('goals').delete(id);
      shown.push(isOnList(row));
    }
    await addDone(tx, countOf('goals', shown));
  });
}

/** Deletes a file that the server has. Returns its counts. */
export function settleFile(id: string): Promise<Partial<Counts>> {
  return writeGuest(async (tx) => {
    const file = await tx.objectStore('log_files').get(id);
    const entry = file && (await tx.objectStore('check_ins').get(file.check_in_id));
    const more = countOf('files', [!entry || isOnTimeline(entry)]);
    await tx.objectStore('log_files').delete(id);
    await tx.objectStore('file_bytes').delete(id);
    await addDone(tx, more);
    return more;
  });
}

/** Gives an entry a new id, because another user's entry has the same one. Updates its files and goals. */
export function renameEntry(id: string, newId: string): Promise<void> {
  return writeGuest(async (tx) => {
    const row = await tx.objectStore('check_ins').get(id);
    if (!row) return;
    const { on_timeline, in_bin } = row;
    await tx.objectStore('check_ins').delete(id);
    await tx.objectStore('check_ins').put({
      ...row,
      id: newId,
      ...(on_timeline && { on_timeline: [on_timeline[0], newId] }),
      ...(in_bin && { in_bin: [in_bin[0], newId] }),
    });
    for (const file of await tx.objectStore('log_files').index('of_check_in').getAll(keysOfEntry(id))) {
      await tx.objectStore('log_files').put({ ...file, check_in_id: newId });
    }
    for (const goal of await tx.objectStore('goals').getAll()) {
      if (goal.check_in_id === id) await tx.objectStore('goals').put({ ...goal, check_in_id: newId });
    }
    await renameItem(tx, 'entry', id, newId);
  });
}

/** Gives a goal a new import id. */
export function renameGoal(id: string, importId: string): Promise<void> {
  return writeGuest(async (tx) => {
    const row = await tx.objectStore('goals').get(id);
    if (!row) return;
    await tx.objectStore('goals').put({ ...row, import_id: importId });
    await renameItem(tx, 'goal', row.import_id, importId);
  });
}

/** Gives a file a new id. */
export function renameFile(id: string, newId: string): Promise<void> {
  return writeGuest(async (tx) => {
    const row = await tx.objectStore('log_files').get(id);
    const bytes = await tx.objectStore('file_bytes').get(id);
    if (!row || !bytes) return;
    await tx.objectStore('log_files').delete(id);
    await tx.objectStore('file_bytes').delete(id);
    await tx.objectStore('log_files').put({ ...row, id: newId });
    await tx.objectStore('file_bytes').put(bytes, newId);
  });
}

/** The content of an item that was not imported, for download. */
export function bytesOf({ kind, id }: Leftover): Promise<Blob | undefined> {
  return readGuest(async (tx) => {
    if (kind === 'file') {
      const bytes = await tx.objectStore('file_bytes').get(id);
      return bytes && new Blob([bytes]);
    }
    if (kind === 'packet') {
      const packet = await tx.objectStore('packets').get(id);
      return packet && new Blob([JSON.stringify(packet.draft, null, 2)], { type: 'text/plain' });
    }
    const text =
      kind === 'goal'
        ? (await tx.objectStore('goals').get(id))?.text
        : (await tx.objectStore('check_ins').get(id))?.content;
    return text === undefined ? undefined : new Blob([text], { type: 'text/plain' });
  });
}

/** Empties the store, including the note. */
export function clearStore(): Promise<void> {
  return writeGuest(async (tx) => {
    for (const name of ['check_ins', 'log_files', 'file_bytes', 'goals', 'packets', 'meta'] as const) {
      await tx.objectStore(name).clear();
    }
  });
}
