// Imports entries into an account, in batches.
import type { ImportedCheckIn, ImportOutcome, operations } from '#features/check-ins/contract.ts';
import { refusalTexts } from '#features/check-ins/refusal-texts.ts';
import { newId } from '#platform/clock/id.ts';
import { client, hasCode } from '#platform/http/client.ts';
import { importLimits } from '../constants.ts';
import { importTexts } from '../texts.ts';
import { advanceBy, callWithRetry, call, markLeft, redate, type Run } from './import-context.ts';
import {
  countOf,
  entriesOf,
  entryIds,
  isOnTimeline,
  renameEntry,
  settleEntries,
  type KeptEntry,
} from './import-store.ts';
import { splitBatch } from './split-batch.ts';

const callEntries = client<typeof operations>();

export async function importEntries(run: Run): Promise<void> {
  const queue = (await entryIds()).filter((id) => !run.left.has(id) && !run.sent.has(id));
  while (queue.length > 0) await sendBatch(run, await takeBatch(run, queue), queue);
}

/** Removes the next entries that fit into one call from the queue and returns them. */
async function takeBatch(run: Run, queue: string[]): Promise<KeptEntry[]> {
  const found = await entriesOf(queue.splice(0, importLimits.items));
  const [batch, rest] = splitBatch(found, (entry) => toSend(run, entry));
  queue.unshift(...rest.map(({ row }) => row.id));
  return batch;
}

/** An entry in the bin accepts no files, so it moves to the bin after its files are uploaded. */
function toSend(run: Run, { row, fileIds: files }: KeptEntry): ImportedCheckIn {
  const { id, kind, content, edited_at, source_name = null } = row;
  return {
    ...{ id, kind, content, edited_at },
    emoji: row.emoji as ImportedCheckIn['emoji'],
    // Where it came from (R-O3).
    ...(row.source && { source: row.source as ImportedCheckIn['source'], source_name }),
    ...(!run.redated.has(id) && { created_at: row.created_at }),
    deleted_at: files.length > 0 ? null : row.deleted_at,
    files: row.missing_files,
  };
}

async function sendBatch(run: Run, batch: KeptEntry[], queue: string[]): Promise<void> {
  if (batch.length === 0) return;
  try {
    const body = { user_id: run.userId, check_ins: batch.map((entry) => toSend(run, entry)), goals: [] };
    const { check_ins } = await callWithRetry(run, () => call('POST /api/guest_import', { body }));
    const accepted: KeptEntry[] = [];
    for (const [index, entry] of batch.entries()) {
      if (await handleOutcome(run, entry, check_ins[index]!.outcome, queue)) accepted.push(entry);
    }
    for (const { row } of accepted) run.sent.set(row.id, row.changed_at);
    advanceBy(
      run,
      countOf(
        'entries',
        accepted.map(({ row }) => isOnTimeline(row)),
      ),
    );
    await settleEntries(accepted.map(({ row }) => row));
  } catch (error) {
    // One entry is malformed. Send them one by one, so that it does not block the others.
    if (!hasCode(error, 'invalid_input')) throw error;
    if (batch.length > 1) for (const entry of batch) await sendBatch(run, [entry], queue);
    else await leaveEntry(run, batch[0]!, error.title);
  }
}

/** Returns whether the server has the entry. If not, queues it again with a fix, or leaves it here with the reason. */
async function handleOutcome(
  run: Run,
  entry: KeptEntry,
  outcome: ImportOutcome,
  queue: string[],
): Promise<boolean> {
  const { id } = entry.row;
  if (outcome === 'written') return true;
  if (outcome === 'there') {
    // An earlier run may have ended before it moved the entry to the bin.
    if (entry.row.deleted_at !== null && entry.fileIds.length === 0) await putInBin(run, id);
    return true;
  }
  if (outcome === 'id_taken') {
    const nextId = newId();
    await renameEntry(id, nextId);
    queue.push(nextId);
  } else if (outcome === 'invalid_date' && (await redate(run, id))) {
    queue.push(id);
  } else {
    const { title, detail } = refusalTexts[outcome];
    await leaveEntry(run, entry, detail ?? title);
  }
  return false;
}

function leaveEntry(run: Run, { row }: KeptEntry, why: string): Promise<void> {
  return markLeft(run, { kind: 'entry', id: row.id, name: importTexts.excerpt(row.content), why });
}

async function putInBin(run: Run, id: string): Promise<void> {
  try {
    await callWithRetry(run, () => callEntries('DELETE /api/check_ins/:id', { params: { id } }));
  } catch (error) {
    if (!hasCode(error, 'not_found')) throw error;
  }
}

/** Removes an entry from the browser once each of its files is uploaded or left here. */
export async function finishEntry(run: Run, id: string): Promise<void> {
  const [entry] = await entriesOf([id]);
  const changed_at = run.sent.get(id);
  if (!entry || changed_at === undefined || entry.fileIds.some((file) => !run.left.has(file))) return;
  if (entry.row.deleted_at !== null) await putInBin(run, id);
  await settleEntries([{ id, changed_at }]);
}
