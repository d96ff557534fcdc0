import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useSignedIn } from '#features/accounts/web/session/use-signed-in.ts';
import { isUserId } from '#features/teams/member-rules.ts';
import { memberTexts as texts } from '#features/teams/member-texts.ts';
import { MemberLogbook } from '#features/teams/web/member/member-logbook.tsx';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { paths } from '../../paths.ts';
import { BackLink } from '../shell/back-link.tsx';
import { SignedInPage } from '../shell/signed-in-page.tsx';
import { useTitle } from '../shell/use-title.ts';

const route = getRouteApi(paths.teamMember);
const teamHref = `${paths.home}?tab=team`;

/** /team-member/{user_id}: a member's logbook, for the manager. */
export function TeamMemberPage() {
  const signedIn = useSignedIn(route.useRouteContext().signedIn);
  const { userId: memberId } = route.useParams();
  const { tab } = route.useSearch();
  const router = useRouter();
  const navigate = useNavigate();
  const userId = signedIn.user.id;
  const scope = useMemo(() => ({ userId, timezone: readerTimeZone() }), [userId]);
  const [name, setName] = useState<string>();
  const to = (shown: string) => ({
    to: paths.teamMember,
    params: { userId: memberId },
    search: { tab: shown },
  });
  useTitle(name === undefined ? undefined : texts.heading(name));
  return (
    <SignedInPage signedIn={signedIn}>
      <BackLink href={teamHref} onGo={() => router.history.push(teamHref)}>
        {texts.back}
      </BackLink>
      {isUserId(memberId) ? (
        <MemberLogbook
          key={memberId}
          scope={scope}
          memberId={memberId}
          tab={tab}
          hrefOf={(shown) => router.buildLocation(to(shown)).href}
          onSelect={(shown) => void navigate({ ...to(shown), replace: true })}
          onLoaded={({ full_name }) => setName(full_name)}
          onClosed={() => void navigate({ to: paths.home, replace: true })}
        />
      ) : (
        <EmptyState as="h1" title={texts.notFound.title}>
          {texts.notFound.detail}
        </EmptyState>
      )}
    </SignedInPage>
  );
}
