// Brings a guest's log over to the account that is signed in (R-I1): entries first, then their files. Every step can be
// repeated; what the server has acknowledged leaves the browser.
import type {
  ImportedCheckIn,
  ImportOutcome,
  operations as entryOperations,
} from '#features/check-ins/contract.ts';
import { refusalTexts } from '#features/check-ins/texts.ts';
import { newId } from '#platform/clock/id.ts';
import { client, Problem } from '#platform/http/client.ts';
import { importLimits, type operations } from '../contract.ts';
import { importTexts } from '../texts.ts';
import {
  addLeft,
  addRedated,
  beginNote,
  clearStore,
  entryIds,
  entryOf,
  fileIds,
  fileOf,
  heldHere,
  isEmpty,
  readNote,
  renameEntry,
  renameFile,
  settleEntries,
  settleFile,
  type Held,
  type ImportNote,
  type KeptEntry,
} from './import-store.ts';
import { patiently } from './patience.ts';

const callGuest = client<typeof operations>();
const call = client<typeof entryOperations>();
/** Passes over the store: another one only while a window still writes into it. */
const mostPasses = 3;

export type Progress = { done: Held; total: Held; waiting: boolean };

type Run = {
  userId: string;
  tell: (progress: Progress) => void;
  progress: Progress;
  /** Entries that the server has, by id, with the change that was sent. */
  sent: Map<string, string>;
  left: Set<string>;
  redated: Set<string>;
};

/**
 * Brings everything over that this browser holds and answers the note of what came and what did not. Throws `Problem`
 * when the account may not go on: nobody, or somebody else, is signed in.
 */
export async function bringOver(userId: string, tell: (progress: Progress) => void): Promise<ImportNote> {
  const { done } = await beginNote(userId);
  const held = await heldHere();
  const total = { entries: done.entries + held.entries, files: done.files + held.files };
  const progress = { done, total, waiting: false };
  const run: Run = { userId, tell, progress, sent: new Map(), left: new Set(), redated: new Set() };
  tell(progress);
  for (let pass = 0; pass < mostPasses; pass++) {
    await bringEntries(run);
    await bringFiles(run);
    const rest = [...(await entryIds()), ...(await fileIds())].filter((id) => !run.left.has(id));
    if (rest.length === 0) break;
    run.sent.clear();
  }
  const note = (await readNote())!;
  if (isEmpty(await heldHere())) await clearStore();
  return note;
}

function advance(run: Run, change: Partial<Progress>): void {
  run.progress = { ...run.progress, ...change };
  run.tell(run.progress);
}

function advanceBy(run: Run, more: Partial<Held>): void {
  const { done, total } = run.progress;
  const add = (what: keyof Held) => Math.min(total[what], done[what] + (more[what] ?? 0));
  advance(run, { done: { entries: add('entries'), files: add('files') } });
}

const ask = <Answer>(run: Run, attempt: () => Promise<Answer>) =>
  patiently(attempt, (waiting) => advance(run, { waiting }));

async function leave(run: Run, kind: 'entry' | 'file', id: string, name: string, why: string): Promise<void> {
  run.left.add(id);
  await addLeft({ kind, id, name, why });
}

async function bringEntries(run: Run): Promise<void> {
  const queue = (await entryIds()).filter((id) => !run.left.has(id) && !run.sent.has(id));
  while (queue.length > 0) await sendBatch(run, await takeBatch(run, queue), queue);
}

/** The next entries that fit into one call; takes them off the queue. */
async function takeBatch(run: Run, queue: string[]): Promise<KeptEntry[]> {
  const batch: KeptEntry[] = [];
  for (let bytes = 0; queue.length > 0 && batch.length < importLimits.items;) {
    const entry = await entryOf(queue[0]!);
    bytes += entry ? new TextEncoder().encode(JSON.stringify(toSend(run, entry))).length : 0;
    if (batch.length > 0 && bytes > importLimits.bytes) break;
    queue.shift();
    if (entry) batch.push(entry);
  }
  return batch;
}

/** An entry in the bin takes no files: it goes there when they have arrived. */
function toSend(run: Run, { row, fileIds: files }: KeptEntry): ImportedCheckIn {
  const { id, kind, content, edited_at } = row;
  return {
    ...{ id, kind, content, edited_at },
    emoji: row.emoji as ImportedCheckIn['emoji'],
    ...(!run.redated.has(id) && { created_at: row.created_at }),
    deleted_at: files.length > 0 ? null : row.deleted_at,
    files: row.missing_files,
  };
}

async function sendBatch(run: Run, batch: KeptEntry[], queue: string[]): Promise<void> {
  if (batch.length === 0) return;
  try {
    const body = { user_id: run.userId, check_ins: batch.map((entry) => toSend(run, entry)) };
    const { check_ins } = await ask(run, () => callGuest('POST /api/guest_import', { body }));
    const known: KeptEntry[] = [];
    for (const [index, entry] of batch.entries()) {
      if (await isTaken(run, entry, check_ins[index]!.outcome, queue)) known.push(entry);
    }
    for (const { row } of known) run.sent.set(row.id, row.changed_at);
    advanceBy(run, { entries: known.length });
    await settleEntries(known.map(({ row }) => row));
  } catch (error) {
    // One of them does not even have the shape of an entry: it must not hold the others up.
    if (!(error instanceof Problem) || error.code !== 'invalid_input') throw error;
    if (batch.length > 1) for (const entry of batch) await sendBatch(run, [entry], queue);
    else await leaveEntry(run, batch[0]!, error.title);
  }
}

/** Whether the server has the entry; else it is sent once more in another way, or stays here with the reason. */
async function isTaken(
  run: Run,
  entry: KeptEntry,
  outcome: ImportOutcome,
  queue: string[],
): Promise<boolean> {
  const { id } = entry.row;
  if (outcome === 'written') return true;
  if (outcome === 'there') {
    // It may have been waiting for its files when the window closed.
    if (entry.row.deleted_at !== null && entry.fileIds.length === 0) await putInBin(run, id);
    return true;
  }
  if (outcome === 'id_taken') {
    const fresh = newId();
    await renameEntry(id, fresh);
    queue.push(fresh);
  } else if (outcome === 'invalid_date' && !run.redated.has(id)) {
    run.redated.add(id);
    await addRedated();
    queue.push(id);
  } else {
    const { title, detail } = refusalTexts[outcome];
    await leaveEntry(run, entry, detail ?? title);
  }
  return false;
}

function leaveEntry(run: Run, { row }: KeptEntry, why: string): Promise<void> {
  return leave(run, 'entry', row.id, importTexts.excerpt(row.content), why);
}

async function putInBin(run: Run, id: string): Promise<void> {
  try {
    await ask(run, () => call('DELETE /api/check_ins/:id', { params: { id } }));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
  }
}

async function bringFiles(run: Run): Promise<void> {
  for (const id of await fileIds()) {
    const file = run.left.has(id) ? undefined : await fileOf(id);
    if (!file || !run.sent.has(file.row.check_in_id)) continue;
    await sendFile(run, id, file.row.file_name, file.row.check_in_id, file.bytes);
    await finishEntry(run, file.row.check_in_id);
  }
}

async function sendFile(
  run: Run,
  id: string,
  name: string,
  entryId: string,
  bytes: Blob | undefined,
  renamed = false,
): Promise<void> {
  if (!bytes) return leave(run, 'file', id, name, importTexts.bytesGone);
  const form = new FormData();
  form.set('check_in_id', entryId);
  form.set('id', id);
  form.set('file', bytes, name);
  try {
    await ask(run, () => call('POST /api/storage/log-files', { form }));
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    if (error.code !== 'id_taken' || renamed) {
      const why = error.status === 404 ? importTexts.entryGone : (error.detail ?? error.title);
      return leave(run, 'file', id, name, why);
    }
    const fresh = newId();
    await renameFile(id, fresh);
    return sendFile(run, fresh, name, entryId, bytes, true);
  }
  await settleFile(id);
  advanceBy(run, { files: 1 });
}

/** Takes an entry away whose last file has arrived, or has to stay. */
async function finishEntry(run: Run, id: string): Promise<void> {
  const entry = await entryOf(id);
  const changed_at = run.sent.get(id);
  if (!entry || changed_at === undefined || entry.fileIds.some((file) => !run.left.has(file))) return;
  if (entry.row.deleted_at !== null) await putInBin(run, id);
  await settleEntries([{ id, changed_at }]);
}
