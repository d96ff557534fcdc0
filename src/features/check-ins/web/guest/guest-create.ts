import { writeGuest } from '#features/guest/web/guest-write.ts';
import { newId } from '#platform/clock/id.ts';
import type { CallInput } from '#platform/http/operation.ts';
import { decideCreate } from '../../change-rules.ts';
import type { CheckIn, operations } from '../../contract.ts';
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
