import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import type { SignedIn } from '#features/accounts/contract.ts';
import { AccountLink } from '#features/accounts/web/auth/account-link.tsx';
import { saveRedirect } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { closeProfileShare, openProfileShare, profileShare } from '#features/profile/web/profile-share.ts';
import { adoptAfterSignUp } from '#features/guest-import/web/guest-drafts.ts';
import { hasGuestMark } from '#features/guest/web/guest-mark.ts';
import { useSessionTick } from '#features/accounts/web/session/use-session-tick.ts';
import { useReloadAfterRestore } from '#features/accounts/web/session/use-reload-after-restore.ts';
import { ownTimeZone } from '#platform/clock/time-zone.ts';
import { whenActive } from '#features/check-ins/web/outbox/when-active.ts';
import { AddressSuggestions } from '#ui/address-input.tsx';
import { FailedOverlay, NoPart } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { onServer } from '#ui/on-server.ts';
import { useStore } from '#ui/store.ts';
import { toastOnNextPage } from '#ui/toast.ts';
import { paths } from '../../paths.ts';
import { navigate, usePath } from '#platform/navigation/navigation.ts';
import { signedInTexts } from './signed-in-texts.ts';
import { Header } from './header.tsx';
import { PaletteButton } from './palette-button.tsx';
import { ShareButton } from './share-button.tsx';

const GuestImport = fetched(async () => (await import('./guest-import.tsx')).GuestImport, NoPart);

const ShareProfileDialog = fetched(
  async () => (await import('#features/profile/web/share-profile-dialog.tsx')).ShareProfileDialog,
  () => <FailedOverlay onClose={closeProfileShare} />,
);

const AddressList = fetched(
  async () => (await import('#features/sharing/web/address-list.tsx')).AddressList,
  NoPart,
);

const renderAddressList = (list: ComponentProps<typeof AddressList>) => <AddressList {...list} />;

/** Prepares for a lost connection. */
function usePrepareOffline(userId: string): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      whenActive(() => {
        const scope = { userId, timezone: ownTimeZone() };
        import('../offline/prepare-offline.ts')
          .then(({ prepareOffline }) => prepareOffline(queries, scope))
          .catch(() => undefined);
      }),
    [queries, userId],
  );
}

/** Reloads the page, so that none of the user's data stays in memory. */
export const leave = () => location.assign(paths.auth);

type Props = { signedIn: SignedIn; children: ReactNode };

/** The frame of every signed-in page. Closes when the session ends. */
export function SignedInPage({ signedIn, children }: Props) {
  const path = usePath();
  const [mayHaveGuestLog] = useState(() => {
    // Must run before anything on the page reads the drafts.
    if (!onServer) adoptAfterSignUp(signedIn.user.id);
    return hasGuestMark();
  });
  useReloadAfterRestore(signedIn.user.id);
  useSessionTick(signedIn, (signedOut) => {
    toastOnNextPage(signedOut ? signedInTexts.signedOutElsewhere : signedInTexts.sessionEnded);
    saveRedirect();
    leave();
  });
  usePrepareOffline(signedIn.user.id);
  const sharing = useStore(profileShare, ({ open }) => open);
  return (
    <AddressSuggestions value={renderAddressList}>
      <Header onHome={() => void navigate(paths.home)}>
        <PaletteButton />
        <ShareButton onClick={openProfileShare} />
        <AccountLink
          signedIn={signedIn}
          words={signedInTexts.account}
          href={paths.profile}
          onGo={() => void navigate(paths.profile)}
          current={path === paths.profile}
        />
      </Header>
      <main id="main" className="mx-auto w-full max-w-column px-side pt-9 pb-32">
        {mayHaveGuestLog && <GuestImport userId={signedIn.user.id} />}
        {children}
      </main>
      {sharing && <ShareProfileDialog profile={signedIn.profile} />}
    </AddressSuggestions>
  );
}
