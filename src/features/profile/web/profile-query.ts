// The viewer's profile, as the settings show and change it. The session query holds a copy for the header; both are
// updated.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { client } from '#platform/http/client.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations, Profile } from '../contract.ts';

const call = client<typeof operations>();

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call('GET /api/profiles', {}, signal),
});

/** Saves the given fields and updates the whole page. Throws `Problem`. */
export async function saveProfile(
  queries: QueryClient,
  body: BodyOf<(typeof operations)['PATCH /api/profiles']>,
): Promise<Profile> {
  const profile = await call('PATCH /api/profiles', { body });
  showProfile(queries, profile);
  return profile;
}

/** Shows a profile that a call returned. */
export function showProfile(queries: QueryClient, profile: Profile): void {
  queries.setQueryData(profileQuery.queryKey, profile);
  const { full_name, avatar_url, slug, is_new } = profile;
  queries.setQueryData(
    sessionQuery.queryKey,
    (known) => known && { ...known, profile: { ...known.profile, full_name, avatar_url, slug, is_new } },
  );
}
