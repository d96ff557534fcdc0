// The queries for relationships, sent invitations and the team, and their cache keys.
import { infiniteQueryOptions, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import { client } from '#platform/http/client.ts';
import { listenLive } from '#platform/live/client.ts';
import { readAtOf } from '#platform/live/keep-fresh.ts';
import { liveKinds } from '../constants.ts';
import type { operations, Relationship } from '../contract.ts';
import { memberLiveKinds } from '../member-constants.ts';
import type { memberOperations } from '../member-contract.ts';

export const call = client<typeof operations>();
const callTeam = client<typeof memberOperations>();

/** The relationships that the user is a party of, newest first. */
export function relationshipsQuery({ userId }: Scope) {
  return queryOptions({
    queryKey: ['team-relationships', userId] as const,
    queryFn: ({ signal }) => call('POST /api/rpc/get_team_members_view', {}, signal),
    retry: shouldRetry,
  });
}

/** The user's own invitations, newest first. */
export function invitationsQuery({ userId }: Scope) {
  return infiniteQueryOptions({
    queryKey: ['team-invitations', userId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /api/team_invitations',
        { query: { ...(pageParam !== undefined && { before: pageParam }) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    retry: shouldRetry,
  });
}

/** The members of the user's team, by name, and how many entries they share (R-E5). */
export function teamQuery({ userId }: Scope) {
  return infiniteQueryOptions({
    queryKey: ['team', userId] as const,
    queryFn: ({ pageParam, signal }) =>
      callTeam('GET /api/team', { query: { ...(pageParam !== undefined && { after: pageParam }) } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    retry: shouldRetry,
  });
}

export function reloadRelationships(queries: QueryClient, scope: Scope): void {
  void queries.invalidateQueries({ queryKey: relationshipsQuery(scope).queryKey });
}

export function reloadInvitations(queries: QueryClient, scope: Scope): void {
  void queries.invalidateQueries({ queryKey: invitationsQuery(scope).queryKey });
}

export function reloadTeam(queries: QueryClient, scope: Scope): void {
  void queries.invalidateQueries({ queryKey: teamQuery(scope).queryKey });
}

/** Shows a changed relationship. */
export function putRelationship(queries: QueryClient, scope: Scope, changed: Relationship): void {
  queries.setQueryData(
    relationshipsQuery(scope).queryKey,
    (data) =>
      data && {
        rows: data.rows.map((row) => (row.relationship_id === changed.relationship_id ? changed : row)),
      },
  );
}

/** Hides an ended relationship, here and on the team. */
export function dropRelationship(queries: QueryClient, scope: Scope, id: string): void {
  queries.setQueryData(
    relationshipsQuery(scope).queryKey,
    (data) => data && { rows: data.rows.filter((row) => row.relationship_id !== id) },
  );
  queries.setQueryData(
    teamQuery(scope).queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          members: page.members.filter((member) => member.relationship_id !== id),
        })),
      },
  );
}

/** Shows new and answered invitations, and changes from other windows. */
export function useLiveInvitations({ userId, timezone }: Scope): void {
  const queries = useQueryClient();
  useEffect(() => {
    const scope = { userId, timezone };
    return listenLive({
      kinds: liveKinds,
      onEvent: ({ kind }) => {
        if (kind === 'team_relationships') reloadRelationships(queries, scope);
        if (kind === 'team_invitations') reloadInvitations(queries, scope);
      },
      onMissed() {
        reloadRelationships(queries, scope);
        reloadInvitations(queries, scope);
      },
      readAt: readAtOf(queries, relationshipsQuery(scope).queryKey, invitationsQuery(scope).queryKey),
    });
  }, [queries, userId, timezone]);
}

/** Events within this time, in milliseconds, trigger a single reload: a member may change many entries. */
const gatherMs = 200;

/** Shows what members share, and who joins or leaves. */
export function useLiveTeam({ userId, timezone }: Scope): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reloadSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => reloadTeam(queries, { userId, timezone }), gatherMs);
    };
    const end = listenLive({
      kinds: [...memberLiveKinds, 'team_relationships'],
      onEvent: reloadSoon,
      onMissed: reloadSoon,
      readAt: readAtOf(queries, teamQuery({ userId, timezone }).queryKey),
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [queries, userId, timezone]);
}
