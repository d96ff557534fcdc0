// Entries on their way into an account, in parts.
import type { ImportedCheckIn, ImportOutcome, operations } from '#features/check-ins/contract.ts';
import { refusalTexts } from '#features/check-ins/refusal-texts.ts';
import { newId } from '#platform/clock/id.ts';
import { client, Problem } from '#platform/http/client.ts';
import { importLimits } from '../contract.ts';
import { importTexts } from '../import-texts.ts';
import { advanceBy, ask, call, fitting, leave, redate, type Run } from './import-context.ts';
import {
  counted,
  entriesOf,
  entryIds,
  isOnTimeline,
  renameEntry,
  settleEntries,
  type KeptEntry,
} from './import-store.ts';

const callEntries = client<typeof operations>();

export async function bringEntries(run: Run): Promise<void> {
  const queue = (await entryIds()).filter((id) => !run.left.has(id) && !run.sent.has(id));
  while (queue.length > 0) await sendBatch(run, await takeBatch(run, queue), queue);
}

/** The next entries that fit into one call; takes them off the queue. */
async function takeBatch(run: Run, queue: string[]): Promise<KeptEntry[]> {
  const found = await entriesOf(queue.splice(0, importLimits.items));
  const [batch, rest] = fitting(found, (entry) => toSend(run, entry));
  queue.unshift(...rest.map(({ row }) => row.id));
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
    const body = { user_id: run.userId, check_ins: batch.map((entry) => toSend(run, entry)), goals: [] };
    const { check_ins } = await ask(run, () => call('POST /api/guest_import', { body }));
    const known: KeptEntry[] = [];
    for (const [index, entry] of batch.entries()) {
      if (await isTaken(run, entry, check_ins[index]!.outcome, queue)) known.push(entry);
    }
    for (const { row } of known) run.sent.set(row.id, row.changed_at);
    advanceBy(
      run,
      counted(
        'entries',
        known.map(({ row }) => isOnTimeline(row)),
      ),
    );
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
  } else if (outcome === 'invalid_date' && (await redate(run, id))) {
    queue.push(id);
  } else {
    const { title, detail } = refusalTexts[outcome];
    await leaveEntry(run, entry, detail ?? title);
  }
  return false;
}

function leaveEntry(run: Run, { row }: KeptEntry, why: string): Promise<void> {
  return leave(run, { kind: 'entry', id: row.id, name: importTexts.excerpt(row.content), why });
}

async function putInBin(run: Run, id: string): Promise<void> {
  try {
    await ask(run, () => callEntries('DELETE /api/check_ins/:id', { params: { id } }));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
  }
}

/** Takes an entry away whose last file has arrived, or has to stay. */
export async function finishEntry(run: Run, id: string): Promise<void> {
  const [entry] = await entriesOf([id]);
  const changed_at = run.sent.get(id);
  if (!entry || changed_at === undefined || entry.fileIds.some((file) => !run.left.has(file))) return;
  if (entry.row.deleted_at !== null) await putInBin(run, id);
  await settleEntries([{ id, changed_at }]);
}
