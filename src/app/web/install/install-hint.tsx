import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { monthsQuery } from '#features/check-ins/web/queries/check-in-queries.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { CornerNote } from '#ui/corner-note.tsx';
import { installOffer } from '#ui/install-offer.ts';
import { useStore } from '#ui/store.ts';
import { useAttention } from '../attention.ts';
import { instance } from '../instance.ts';
import { installTexts as texts } from './install-texts.ts';
import { installWay } from './install-way.ts';

/** After how many entries it is suggested (R-N10). */
const entriesBefore = 3;
/** Until it is shown, in milliseconds: the least that lets screen readers announce it. */
const delay = 50;
const key = 'logbook-install-hint';

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // It could not be dismissed for good.
    return true;
  }
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

/** Suggests to install the app, once in a browser. */
export function InstallHint({ scope }: { scope: Scope }) {
  const { data } = useQuery(monthsQuery(scope));
  const offer = useStore(installOffer, ({ event }) => event);
  const [dismissed, setDismissed] = useState(wasDismissed);
  const { userAgent, maxTouchPoints } = navigator;
  const way = installWay({
    ...{ isInstalled: isInstalled(), hasOffer: offer !== undefined, userAgent, maxTouchPoints },
  });
  const entries = data?.months.reduce((sum, month) => sum + month.count, 0) ?? 0;
  const shown = useAttention('install', way !== undefined && entries >= entriesBefore && !dismissed);
  if (!shown || !way) return null;

  function dismiss(hadFocus: boolean) {
    // Keyboard users continue at the tabs, not at the top of the page.
    if (hadFocus)
      document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true });
    setDismissed(true);
    try {
      localStorage.setItem(key, 'dismissed');
    } catch {
      // It is suggested again on the next visit.
    }
  }
  async function install() {
    await offer?.prompt().catch(() => undefined);
    installOffer.set({ event: undefined });
  }

  const { title, text } = texts[way](instance.instanceName);
  return (
    <CornerNote title={title} text={text} delay={delay} onClose={dismiss}>
      {(close) => (
        <>
          {way === 'offer' && (
            <Button
              variant="primary"
              onClick={() => {
                close();
                void install();
              }}
            >
              {texts.install}
            </Button>
          )}
          <Button variant="quiet" onClick={close}>
            {way === 'offer' ? texts.dismiss : texts.understood}
          </Button>
        </>
      )}
    </CornerNote>
  );
}
