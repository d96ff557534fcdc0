import { useMemo, useState } from 'react';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { guestId, signUpPath } from '#features/guest/constants.ts';
import { texts } from '#features/guest/texts.ts';
import { usePromptDue } from '#features/guest/web/interactions.ts';
import { isNewcomer } from '#features/guest/web/newcomer.ts';
import { PacketsButton } from '#features/reports/web/packets-button.tsx';
import { useTutorialRunning } from '#features/tutorial/web/tutorial-state.ts';
import { NoPart } from '#ui/fallbacks.tsx';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { useStore } from '#ui/store.ts';
import { contentPaths, paths } from '../../paths.ts';
import { useAttention } from '../attention.ts';
import { DashboardCapture } from '../dashboard/dashboard-capture.tsx';
import { WaitingSuggestions } from '../dashboard/inbox-link.tsx';
import { DashboardTabs } from '../dashboard/dashboard-tabs.tsx';
import { PageLinks } from '../shell/page-links.tsx';
import { useTitle } from '../shell/use-title.ts';
import { tabsOf, type DashboardTab } from '../tabs.ts';
import { texts as appTexts } from '../texts.ts';
import { guestLog } from './guest-log-state.ts';
import { GuestFrame } from './guest-frame.tsx';
import { NeedsAccount } from './needs-account.tsx';

const DashboardTutorial = fetched(
  async () => (await import('../dashboard/dashboard-tutorial.tsx')).DashboardTutorial,
  NoPart,
);

const SavePrompt = fetched(
  async () => (await import('#features/guest/web/save-prompt.tsx')).SavePrompt,
  NoPart,
);

const GuestClosed = fetched(async () => (await import('./guest-closed.tsx')).GuestClosed, FailedPart);

const guestTabs = tabsOf(false);

const refuse = ({ accountNeeded }: DashboardTab) => accountNeeded && <NeedsAccount {...accountNeeded} />;

/** / without an account: the same logbook, stored in the browser. */
export function GuestPage() {
  const isOpen = useStore(guestLog, (state) => state.isOpen);
  const scope = useMemo(() => ({ userId: guestId, timezone: readerTimeZone() }), []);
  const [isNew] = useState(isNewcomer);
  const tutorialRuns = useTutorialRunning(guestId, isNew && isOpen);
  const tutorial = useAttention('tutorial', tutorialRuns);
  const prompt = useAttention('prompt', usePromptDue() && isOpen);
  useTitle();
  return (
    <>
      <GuestFrame>
        <h1 className="text-title-phone md:text-title">{texts.heading}</h1>
        <div className="mt-1 mb-9 text-button font-normal text-ink-2">
          <p>
            {texts.about} {appTexts.tagline}.{' '}
            <a href={contentPaths.about} className="text-ink-2 underline underline-offset-3 hover:text-ink">
              {texts.whatIsThis}
            </a>
          </p>
          {isOpen && (
            <p>
              {texts.kept} <GuestLink href={signUpPath}>{texts.signUp}</GuestLink> {texts.toKeep}{' '}
              <GuestLink href={paths.auth}>{texts.orSignIn}</GuestLink>.
              <WaitingSuggestions userId={guestId} />
            </p>
          )}
        </div>
        {/* As high as the window, so that the links below do not move once the log is loaded. */}
        <div className="min-h-[calc(100dvh-16.5rem)]">
          {isOpen ? (
            <DashboardTabs
              scope={scope}
              tabs={guestTabs}
              menu={<PacketsButton scope={scope} />}
              replace={refuse}
            />
          ) : (
            <GuestClosed />
          )}
        </div>
        <PageLinks />
      </GuestFrame>
      {isOpen && <DashboardCapture scope={scope} />}
      {tutorial && <DashboardTutorial scope={scope} isNew={isNew} hasPlan={false} />}
      {prompt && <SavePrompt />}
    </>
  );
}

function GuestLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="font-semibold text-primary underline underline-offset-3">
      {children}
    </a>
  );
}
