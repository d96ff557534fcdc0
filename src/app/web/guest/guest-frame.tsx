import { useEffect, type ReactNode } from 'react';
import { onSessionChangeInOtherTab } from '#features/accounts/web/session/session-memory.ts';
import { texts } from '#features/guest/texts.ts';
import { navigate } from '#platform/navigation/navigation.ts';
import { paths } from '../../paths.ts';
import { Header } from '../shell/header.tsx';
import { PaletteButton } from '../shell/palette-button.tsx';
import { GuestActions } from './guest-actions.tsx';

/** The frame of every page of a guest. */
export function GuestFrame({ children }: { children: ReactNode }) {
  // After a sign-in in another tab, this tab also shows that account.
  useEffect(() => onSessionChangeInOtherTab((memory) => memory && location.reload()), []);
  return (
    <>
      <Header onHome={() => void navigate(paths.home)} badge={texts.badge}>
        <PaletteButton className="max-[22.5rem]:hidden" />
        <GuestActions />
      </Header>
      <main id="main" className="mx-auto w-full max-w-column px-side pt-9 pb-32">
        {children}
      </main>
    </>
  );
}
