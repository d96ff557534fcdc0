import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { subscriptionQuery } from '#features/billing/web/subscription.ts';
import { monthRowsQuery, monthsQuery } from '#features/check-ins/web/queries/check-in-queries.ts';
import { goalsQuery } from '#features/goals/web/goal-queries.ts';
import { resumeQuery } from '#features/resume/web/resume-queries.ts';
import { unreadQuery } from '#features/shoutouts/web/shoutout-queries.ts';
import { invitationsQuery, relationshipsQuery, teamQuery } from '#features/teams/web/queries.ts';
import { managersQuery } from '#features/teams/web/visibility/managers-query.ts';
import { vouchesQuery } from '#features/vouches/web/vouch-queries.ts';
import type { FirstPage } from '../../first-page.ts';
import { keepInMemory } from '../offline/keep-in-memory.ts';

const pagesOf = <Page>(page: Page | undefined) => page && { pages: [page], pageParams: [undefined] };

/** Caches the document's data as responses to the first requests; the entries, if they are in this time zone. */
export function takeFirstPage(queries: QueryClient, scope: Scope, { responses, entries }: FirstPage): void {
  queries.setQueryData(subscriptionQuery(scope).queryKey, responses.subscription);
  queries.setQueryData(relationshipsQuery(scope).queryKey, responses.relationships);
  queries.setQueryData(invitationsQuery(scope).queryKey, pagesOf(responses.invitations));
  queries.setQueryData(teamQuery(scope).queryKey, pagesOf(responses.team));
  queries.setQueryData(managersQuery(scope).queryKey, responses.managers?.rows);
  queries.setQueryData(vouchesQuery(scope).queryKey, pagesOf(responses.vouches));
  queries.setQueryData(resumeQuery(scope).queryKey, responses.resumes?.resume);
  queries.setQueryData(unreadQuery(scope).queryKey, responses.unread);
  const goals = goalsQuery(scope);
  keepInMemory(queries, goals);
  // As old as the document: an event since then has them read again.
  queries.setQueryData(goals.queryKey, responses.goals?.rows, { updatedAt: performance.timeOrigin });
  if (entries?.timezone !== scope.timezone) return;
  queries.setQueryData(monthsQuery(scope).queryKey, entries.months);
  queries.setQueryData(monthRowsQuery(scope, entries.month).queryKey, pagesOf(entries.rows));
}
