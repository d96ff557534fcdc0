// What is still to be brought over, and what has become of it: in the guest's own store, so that a window that closes
// loses neither (R-I1). What the server has goes from here together with the note that says so.
import type { GuestCheckIn, GuestFile, GuestGoal } from './guest-database.ts';
import { readGuest, type GuestRead, type GuestWrite } from './guest-transaction.ts';
import { writeGuest } from './guest-write.ts';

/** What the person sees of it, and how much of it stands neither on the timeline nor on the list of goals. */
export type Held = { entries: number; goals: number; files: number; hidden: number };

/** Something that the server did not take; it stays here until the person deletes it. */
export type Left = { kind: 'entry' | 'goal' | 'file'; id: string; name: string; why: string };

const nothing: Held = { entries: 0, goals: 0, files: 0, hidden: 0 };

export type ImportNote = {
  /** The account that the import was begun for. */
  userId: string;
  /** What came over and is gone from here. */
  done: Held;
  left: Left[];
  /** Entries whose date was not possible: they stand under the day of the import. */
  redated: number;
};

const key = 'import';

async function noteIn(tx: GuestRead | GuestWrite): Promise<ImportNote | undefined> {
  return (await (tx as GuestRead).objectStore('meta').get(key)) as ImportNote | undefined;
}

/** All but the deleted, in the order of their list. */
async function goalsIn(tx: GuestRead): Promise<GuestGoal[]> {
  const goals = await tx.objectStore('goals').getAll();
  return goals.filter((goal) => goal.deleted_at === null).toSorted((a, b) => a.position - b.position);
}

const within = (entryId: string) => IDBKeyRange.bound([entryId], [entryId, []]);

export const readNote = () => readGuest(noteIn);

/** What this browser holds. */
export function heldHere(): Promise<Held> {
  return readGuest(async (tx) => {
    const [entries, binned, goals, files] = await Promise.all([
      tx.objectStore('check_ins').index('timeline').count(),
      tx.objectStore('check_ins').index('bin').getAllKeys(),
      goalsIn(tx),
      tx.objectStore('log_files').getAll(),
    ]);
    const bin = new Set(binned);
    const open = goals.filter(isOnList).length;
    const shown = files.filter(({ check_in_id }) => !bin.has(check_in_id)).length;
    const hidden = bin.size + (goals.length - open) + (files.length - shown);
    return { entries, goals: open, files: shown, hidden };
  });
}

export const countAll = ({ entries, goals, files, hidden }: Held) => entries + goals + files + hidden;

/** So much more of one kind, of which some are hidden. */
export function counted(kind: 'entries' | 'goals' | 'files', shown: readonly boolean[]): Partial<Held> {
  const seen = shown.filter(Boolean).length;
  return { [kind]: seen, hidden: shown.length - seen };
}

export const isOnTimeline = ({ deleted_at }: { deleted_at: string | null }) => deleted_at === null;
export const isOnList = ({ completed_at }: { completed_at: string | null }) => completed_at === null;

/** What came, with some more of it. */
export function withMore(done: Held, more: Partial<Held>): Held {
  const add = (what: keyof Held) => done[what] + (more[what] ?? 0);
  return { entries: add('entries'), goals: add('goals'), files: add('files'), hidden: add('hidden') };
}

/** Begins the import for an account, or goes on with it; what an earlier one could not bring is tried again. */
export function beginNote(userId: string): Promise<ImportNote> {
  return writeGuest(async (tx) => {
    const before = await noteIn(tx);
    const done = before?.userId === userId ? { ...nothing, ...before.done } : nothing;
    const note = { userId, done, left: [], redated: before?.redated ?? 0 };
    await tx.objectStore('meta').put(note, key);
    return note;
  });
}

async function changeNote(tx: GuestWrite, change: (note: ImportNote) => ImportNote): Promise<void> {
  const note = await noteIn(tx);
  if (note) await tx.objectStore('meta').put(change(note), key);
}

function addDone(tx: GuestWrite, more: Partial<Held>): Promise<void> {
  return changeNote(tx, (note) => ({ ...note, done: withMore(note.done, more) }));
}

export function addLeft(left: Left): Promise<void> {
  return writeGuest((tx) => changeNote(tx, (note) => ({ ...note, left: [...note.left, left] })));
}

export function addRedated(): Promise<void> {
  return writeGuest((tx) => changeNote(tx, (note) => ({ ...note, redated: note.redated + 1 })));
}

/** The summary was read: a later visit speaks of what is left, and of nothing else. */
export function forgetDone(): Promise<void> {
  return writeGuest((tx) => changeNote(tx, (note) => ({ ...note, done: nothing, redated: 0 })));
}

export const entryIds = () => readGuest((tx) => tx.objectStore('check_ins').getAllKeys());
export const fileIds = () => readGuest((tx) => tx.objectStore('log_files').getAllKeys());

export const keptGoals = () => readGuest(goalsIn);

export type KeptEntry = { row: GuestCheckIn; fileIds: string[] };

/** Those of these entries that are there, in their order. */
export function entriesOf(ids: readonly string[]): Promise<KeptEntry[]> {
  return readGuest(async (tx) => {
    const files = tx.objectStore('log_files').index('of_check_in');
    const found = await Promise.all(
      ids.map(async (id) => {
        const [row, keys] = await Promise.all([
          tx.objectStore('check_ins').get(id),
          files.getAllKeys(within(id)),
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

/** Takes entries away that the server has: as they were sent, and with none of their files still to be sent. */
export function settleEntries(sent: readonly { id: string; changed_at: string }[]): Promise<void> {
  return writeGuest(async (tx) => {
    const left = new Set((await noteIn(tx))?.left.map(({ id }) => id));
    const entries = tx.objectStore('check_ins');
    const files = tx.objectStore('log_files').index('of_check_in');
    const settled = await Promise.all(
      sent.map(async ({ id, changed_at }) => {
        const [row, keys] = await Promise.all([entries.get(id), files.getAllKeys(within(id))]);
        if (row?.changed_at !== changed_at || keys.some((file) => !left.has(file))) return [];
        await entries.delete(id);
        return [isOnTimeline(row)];
      }),
    );
    await addDone(tx, counted('entries', settled.flat()));
  });
}

/** Takes goals away that the server has, as they were sent. */
export function settleGoals(sent: readonly GuestGoal[]): Promise<void> {
  return writeGuest(async (tx) => {
    const shown: boolean[] = [];
    for (const { id, changed_at } of sent) {
      const row = await tx.objectStore('goals').get(id);
      if (row?.changed_at !== changed_at) continue;
      await tx.objectStore('goals').delete(id);
      shown.push(isOnList(row));
    }
    await addDone(tx, counted('goals', shown));
  });
}

/** Takes a file away that the server has. Gives how it is counted. */
export function settleFile(id: string): Promise<Partial<Held>> {
  return writeGuest(async (tx) => {
    const file = await tx.objectStore('log_files').get(id);
    const entry = file && (await tx.objectStore('check_ins').get(file.check_in_id));
    const more = counted('files', [!entry || isOnTimeline(entry)]);
    await tx.objectStore('log_files').delete(id);
    await tx.objectStore('file_bytes').delete(id);
    await addDone(tx, more);
    return more;
  });
}

/** Gives an entry another id, because its own is somebody else's; its files and goals follow. */
export function renameEntry(id: string, fresh: string): Promise<void> {
  return writeGuest(async (tx) => {
    const row = await tx.objectStore('check_ins').get(id);
    if (!row) return;
    const { on_timeline, in_bin } = row;
    await tx.objectStore('check_ins').delete(id);
    await tx.objectStore('check_ins').put({
      ...row,
      id: fresh,
      ...(on_timeline && { on_timeline: [on_timeline[0], fresh] }),
      ...(in_bin && { in_bin: [in_bin[0], fresh] }),
    });
    for (const file of await tx.objectStore('log_files').index('of_check_in').getAll(within(id))) {
      await tx.objectStore('log_files').put({ ...file, check_in_id: fresh });
    }
    for (const goal of await tx.objectStore('goals').getAll()) {
      if (goal.check_in_id === id) await tx.objectStore('goals').put({ ...goal, check_in_id: fresh });
    }
  });
}

/** Gives a goal another id to come over by. */
export function renameGoal(id: string, importId: string): Promise<void> {
  return writeGuest(async (tx) => {
    const row = await tx.objectStore('goals').get(id);
    if (row) await tx.objectStore('goals').put({ ...row, import_id: importId });
  });
}

/** Gives a file another id. */
export function renameFile(id: string, fresh: string): Promise<void> {
  return writeGuest(async (tx) => {
    const row = await tx.objectStore('log_files').get(id);
    const bytes = await tx.objectStore('file_bytes').get(id);
    if (!row || !bytes) return;
    await tx.objectStore('log_files').delete(id);
    await tx.objectStore('file_bytes').delete(id);
    await tx.objectStore('log_files').put({ ...row, id: fresh });
    await tx.objectStore('file_bytes').put(bytes, fresh);
  });
}

/** The bytes of what stayed here, to be saved elsewhere. */
export function bytesOf({ kind, id }: Left): Promise<Blob | undefined> {
  return readGuest(async (tx) => {
    if (kind === 'file') {
      const bytes = await tx.objectStore('file_bytes').get(id);
      return bytes && new Blob([bytes]);
    }
    const text =
      kind === 'goal'
        ? (await tx.objectStore('goals').get(id))?.text
        : (await tx.objectStore('check_ins').get(id))?.content;
    return text === undefined ? undefined : new Blob([text], { type: 'text/plain' });
  });
}

/** Empties the store, note and all. */
export function clearStore(): Promise<void> {
  return writeGuest(async (tx) => {
    for (const name of ['check_ins', 'log_files', 'file_bytes', 'goals', 'meta'] as const) {
      await tx.objectStore(name).clear();
    }
  });
}
