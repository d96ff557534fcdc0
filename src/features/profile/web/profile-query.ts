// The viewer's profile, as the settings show and change it. The session query holds a copy for the header; both are
// updated.
import { queryOptions, useMutation } from '@tanstack/react-query';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { client } from '#platform/http/client.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations, Profile } from '../contract.ts';

export const call = client<typeof operations>();

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call('GET /api/profiles', {}, signal),
});

/**
 * Changes the profile and shows the result on the whole page. Changes are sent one after another, because each response
 * is the whole profile.
 */
export function useProfileMutation<Input>(mutationFn: (input: Input) => Promise<Profile>) {
  return useMutation({
    mutationKey: profileQuery.queryKey,
    scope: { id: 'profile' },
    mutationFn,
    onSuccess(profile, _input, _context, { client: queries }) {
      queries.setQueryData(profileQuery.queryKey, profile);
      const { full_name, avatar_url, slug, is_public, is_new } = profile;
      queries.setQueryData(
        sessionQuery.queryKey,
        (known) =>
          known && {
            ...known,
            profile: { ...known.profile, full_name, avatar_url, slug, is_public, is_new },
          },
      );
    },
  });
}

/** Saves the given fields. */
export function useSaveProfile() {
  return useProfileMutation((body: BodyOf<(typeof operations)['PATCH /api/profiles']>) =>
    call('PATCH /api/profiles', { body }),
  );
}
