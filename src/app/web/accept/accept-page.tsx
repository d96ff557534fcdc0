import { useState } from 'react';
import { saveRedirect } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { isRenewalDue, renewed } from '#features/accounts/web/session/renewal.ts';
import { fetchSignedIn } from '#features/accounts/web/session/session.ts';
import { signOut } from '#features/accounts/web/session/sign-out.ts';
import { acceptTexts } from '#features/teams/accept-texts.ts';
import { InvitationCard } from '#features/teams/web/accept/invitation-card.tsx';
import { useInvitation, type InvitationState } from '#features/teams/web/accept/use-invitation.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { paths, teamPlanHref } from '../../paths.ts';
import { pageSession } from '../instance.ts';
import { useAnswers } from '../hydrated.ts';
import { Header } from '../shell/header.tsx';
import { useTitle } from '../shell/use-title.ts';

async function findSession() {
  if (pageSession === null) return null;
  if (typeof pageSession !== 'object') return fetchSignedIn();
  return isRenewalDue() ? renewed(pageSession) : pageSession;
}

/** The link proves the address, so that the sign-up neither asks for it nor emails it (R-A3). */
function signUpQuery(state: InvitationState): string {
  const proof = state.at === 'needsAuth' ? state.invitation.sign_up_proof : null;
  return `?mode=signup${proof === null ? '' : `&proof=${proof}`}`;
}

/** /accept-invitation: the page of the link in an invitation. It needs no router: every way out loads another page. */
export function AcceptPage() {
  const { token, state, retry, leave } = useInvitation(findSession);
  const [timezone] = useState(readerTimeZone);
  useTitle(acceptTexts.title);
  useAnswers();

  function goToAuth(query: string) {
    // The token has left the address bar.
    saveRedirect(`${paths.accept}?token=${encodeURIComponent(token ?? '')}`);
    location.assign(paths.auth + query);
  }

  return (
    <>
      <Header />
      <main id="main" aria-live="polite" className="mx-auto w-full max-w-form px-side pt-8 pb-32 md:pt-14">
        <InvitationCard
          state={state}
          homeHref={paths.home}
          settingsHref={paths.profile}
          planHref={teamPlanHref}
          timezone={timezone}
          onRetry={retry}
          onLeave={leave}
          onSignIn={() => goToAuth('')}
          onSignUp={() => goToAuth(signUpQuery(state))}
          onSwitchAccount={() => void signOut(() => goToAuth(''))}
        />
      </main>
    </>
  );
}
