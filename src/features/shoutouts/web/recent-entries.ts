// The entries that a shoutout can be linked to.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { call, entryQuery } from '#features/check-ins/web/queries/check-in-queries.ts';
import { startOf } from '#platform/reader/formats.ts';
import { texts } from '../texts.ts';

const count = 20;

/** The user's newest entries. Read again whenever the dialog opens, so not part of what shoutout events reload. */
function recentEntriesQuery({ userId }: Scope) {
  return queryOptions({
    queryKey: ['shoutout-entries', userId] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /api/check_ins', { query: { limit: count } }, signal)).rows,
    staleTime: 0,
  });
}

type Choice = { id: string; label: string };

/**
 * The choices of the dialog: the newest entries, and the chosen one if it is not one of them. `reload` reads the newest
 * entries again.
 */
export function useEntryChoices(scope: Scope, chosen: string): { choices: Choice[]; reload: () => void } {
  const { data: newest, isPending, refetch } = useQuery(recentEntriesQuery(scope));
  const isListed = chosen === '' || newest?.some(({ id }) => id === chosen) === true;
  const { data: other } = useQuery({ ...entryQuery(scope, chosen), enabled: !isListed && !isPending });
  const choices = (newest ?? []).map(({ id, content }) => ({ id, label: startOf(content) }));
  if (!isListed)
    choices.push({ id: chosen, label: other ? startOf(other.content) : texts.dialog.chosenEntry });
  return { choices, reload: () => void refetch() };
}
