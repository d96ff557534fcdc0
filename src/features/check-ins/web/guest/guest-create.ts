import { writeGuest } from '#features/guest/web/guest-write.ts';
import { newId } from '#platform/clock/id.ts';
import { hasCode } from '#platform/http/client.ts';
import type { CallInput } from '#platform/http/operation.ts';
import { decideCreate, type RequestedEntry } from '../../change-rules.ts';
import type { CheckIn, ImportOutcome, operations } from '../../contract.ts';
import { accepted, announce, insertEntry } from './guest-writing.ts';

type Input = CallInput<(typeof operations)['POST /api/check_ins']>;

/** Creates an entry in the guest's database. Idempotent: returns the existing entry if it is sent again. */
export async function createEntry({ body }: Input): Promise<CheckIn> {
  const now = Date.now();
  const sent = accepted(decideCreate({ ...body, id: body.id ?? newId(now) }, now));
  const { entry, isNew } = await writeGuest((tx) => insertEntry(tx, sent, 'entry', now));
  if (isNew) announce('check_ins', entry.id);
  return entry;
}

/** Creates entries in one transaction. Returns the outcome of each, in order. Idempotent. */
export async function createEntries(entries: readonly RequestedEntry[]): Promise<ImportOutcome[]> {
  const now = Date.now();
  const outcomes = await writeGuest(async (tx) => {
    const found: ImportOutcome[] = [];
    for (const requested of entries) {
      const sent = decideCreate(requested, now);
      if (typeof sent === 'string') found.push(sent);
      else
        try {
          const { isNew } = await insertEntry(tx, sent, 'entry', now);
          found.push(isNew ? 'written' : 'there');
        } catch (error) {
          if (!hasCode(error, 'id_taken')) throw error;
          found.push('id_taken');
        }
    }
    return found;
  });
  if (outcomes.includes('written')) announce('check_ins', 'many');
  return outcomes;
}
