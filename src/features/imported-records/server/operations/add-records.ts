import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { newId } from '#platform/clock/id.ts';
import { limits } from '../../constants.ts';
import type { NewRecord, RecordOutcome } from '../../contract.ts';
import { decideRecord, type DecidedRecord } from '../../rules.ts';
import { countRecords, insertRecords, knownKeys, lockRecords, madeHere, recordKey } from '../store.ts';

type Call = { tx: Tx; viewer: Viewer; records: readonly NewRecord[]; now: number };

/**
 * Keeps what another instance recorded. Returns the outcome of each record, in order. Idempotent. What the viewer has here
 * as a shoutout or vouch is not kept a second time: the archive may be one of this instance.
 */
export async function addRecords({ tx, viewer, records, now }: Call): Promise<RecordOutcome[]> {
  const decided = records.map((record) => decideRecord(record, now));
  const ids = decided.flatMap((row) => (typeof row === 'string' ? [] : row.original_id));
  if (ids.length === 0) return decided.filter((row) => typeof row === 'string');
  await lockRecords(tx);
  const known = new Set(await knownKeys(tx, ids));
  const here = new Set(await madeHere(tx, ids));
  let room = limits.perUser - (await countRecords(tx));
  const rows: (DecidedRecord & { id: string })[] = [];
  const outcomes = decided.map((row): RecordOutcome => {
    if (typeof row === 'string') return row;
    if (here.has(`${row.kind} ${row.original_id}`)) return 'made_here';
    if (known.has(recordKey(row))) return 'there';
    if (room-- <= 0) return 'too_many_records';
    known.add(recordKey(row));
    rows.push({ ...row, id: newId() });
    return 'added';
  });
  if (rows.length > 0) await insertRecords(tx, viewer.userId, rows);
  return outcomes;
}
