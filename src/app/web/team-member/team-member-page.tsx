import { useMemo, useState } from 'react';
import type { SignedIn } from '#features/accounts/contract.ts';
import { useSignedIn } from '#features/profile/web/use-signed-in.ts';
import { isUserId } from '#features/teams/member-rules.ts';
import { memberTexts as texts } from '#features/teams/member-texts.ts';
import { MemberLogbook } from '#features/teams/web/member/member-logbook.tsx';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { paths } from '../../paths.ts';
import { navigate, parseSearch, stringifySearch, useSearch } from '#platform/navigation/navigation.ts';
import { BackLink } from '../shell/back-link.tsx';
import { SignedInPage } from '../shell/signed-in-page.tsx';
import { useTitle } from '../shell/use-title.ts';

type Props = {
  signedIn: SignedIn;
  /** The id in the path, which may not be a user's. */
  memberId: string;
};

const teamHref = `${paths.home}?tab=team`;

/** /team-member/{user_id}: a member's logbook, for the manager. */
export function TeamMemberPage({ signedIn: initialSession, memberId }: Props) {
  const signedIn = useSignedIn(initialSession);
  const { tab } = parseSearch(useSearch());
  const userId = signedIn.user.id;
  const scope = useMemo(() => ({ userId, timezone: readerTimeZone() }), [userId]);
  const [name, setName] = useState<string>();
  const hrefOf = (shown: string) =>
    paths.teamMember.replace('$userId', encodeURIComponent(memberId)) + stringifySearch({ tab: shown });
  useTitle(name === undefined ? undefined : texts.heading(name));
  return (
    <SignedInPage signedIn={signedIn}>
      <BackLink href={teamHref} onGo={() => void navigate(teamHref)}>
        {texts.back}
      </BackLink>
      {isUserId(memberId) ? (
        <MemberLogbook
          key={memberId}
          scope={scope}
          memberId={memberId}
          tab={tab}
          hrefOf={hrefOf}
          onSelect={(shown) => void navigate(hrefOf(shown), { replace: true })}
          onLoaded={({ full_name }) => setName(full_name)}
          onClosed={() => void navigate(paths.home, { replace: true })}
        />
      ) : (
        <EmptyState as="h1" title={texts.notFound.title}>
          {texts.notFound.detail}
        </EmptyState>
      )}
    </SignedInPage>
  );
}
