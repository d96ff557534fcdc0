// A guest's entries of suggestions, and what was settled: two databases of the browser, so the entries come first, and are known by
// their ids when the suggestions are not settled yet.
import { deleteEntries } from '#features/check-ins/web/guest/guest-change.ts';
import { createEntries } from '#features/check-ins/web/guest/guest-create.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { FoundEntry, FoundOutcome, operations } from '../contract.ts';
import { changeSettledByGuest } from './local-store.ts';

export async function addFoundByGuest(entries: readonly FoundEntry[]): Promise<{ outcomes: FoundOutcome[] }> {
  const outcomes = await createEntries(entries);
  const added = entries.filter((_, index) => ['written', 'there'].includes(outcomes[index]!));
  await changeSettledByGuest(
    added.flatMap(({ hashes }) => hashes),
    true,
  );
  return { outcomes };
}

type Found = BodyOf<(typeof operations)['POST /api/suggestions/unsettle']>;

export async function takeBackByGuest({ hashes, check_ins = [] }: Found): Promise<void> {
  if (check_ins.length > 0) await deleteEntries(check_ins);
  await changeSettledByGuest(hashes, false);
}
