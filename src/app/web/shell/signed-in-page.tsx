import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { SignedIn } from '#features/accounts/contract.ts';
import { AccountLink } from '#features/accounts/web/auth/account-link.tsx';
import { keepPlace } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { adoptAfterSignUp } from '#features/guest/web/guest-drafts.ts';
import { mayHoldGuest } from '#features/guest/web/guest-mark.ts';
import { useSessionTick } from '#features/accounts/web/session/use-session-tick.ts';
import { useWayBack } from '#features/accounts/web/session/use-way-back.ts';
import { fetched, NoPart } from '#ui/fetched.tsx';
import { onServer } from '#ui/on-server.ts';
import { toastOnNextPage } from '#ui/toast.ts';
import { paths } from '../../paths.ts';
import { texts } from '../texts.ts';
import { Header } from './header.tsx';
import { PaletteButton } from './palette-button.tsx';

const GuestImport = fetched(async () => (await import('./guest-import.tsx')).GuestImport, NoPart);

/** A fresh page load, so that nothing of this person stays in memory. */
export const leave = () => location.assign(paths.auth);

type Props = { signedIn: SignedIn; children: ReactNode };

/** What stands around every page of somebody who is signed in; it ends with the session. */
export function SignedInPage({ signedIn, children }: Props) {
  const navigate = useNavigate();
  const router = useRouter();
  const [holdsGuest] = useState(() => {
    // Before anything on the page reads the drafts.
    if (!onServer) adoptAfterSignUp(signedIn.user.id);
    return mayHoldGuest();
  });
  useWayBack(signedIn.user.id);
  useSessionTick(signedIn, () => {
    toastOnNextPage(texts.sessionEnded);
    keepPlace();
    leave();
  });
  return (
    <>
      <Header onHome={() => void navigate({ to: paths.home })}>
        <PaletteButton />
        <AccountLink
          signedIn={signedIn}
          words={texts.account}
          href={paths.profile}
          onGo={() => void navigate({ to: paths.profile })}
          current={router.latestLocation.pathname === paths.profile}
        />
      </Header>
      <main id="main" className="mx-auto w-full max-w-column px-side pt-9 pb-32">
        {holdsGuest && <GuestImport userId={signedIn.user.id} />}
        {children}
      </main>
    </>
  );
}
