import { useMemo } from 'react';
import type { SignedIn } from '#features/accounts/contract.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { VerificationBanner } from '#features/accounts/web/verification/verification-banner.tsx';
import { useSignedIn } from '#features/profile/web/use-signed-in.ts';
import { planMemory } from '#features/billing/web/plan-memory.ts';
import { useSubscription } from '#features/billing/web/subscription.ts';
import { closeShareDialog, shareDialog } from '#features/sharing/web/open-share-dialog.ts';
import { mediumDay } from '#platform/reader/formats.ts';
import { EntryCount } from '#features/check-ins/web/timeline/entry-count.tsx';
import { GenerateMenu } from '#features/reports/web/generate-menu.tsx';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { useTutorialRunning } from '#features/tutorial/web/tutorial-state.ts';
import { FailedOverlay, NoPart } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { useStore } from '#ui/store.ts';
import { useAttention } from '../attention.ts';
import { useDashboardSearch } from '../dashboard-search.ts';
import { DashboardCapture } from './dashboard-capture.tsx';
import { DashboardTabs } from './dashboard-tabs.tsx';
import { WaitingSuggestions } from './inbox-link.tsx';
import { ProofChips } from './proof-chips.tsx';
import { ProofSections } from './proof-sections.tsx';
import { SignedInPage } from '../shell/signed-in-page.tsx';
import { useTitle } from '../shell/use-title.ts';
import { tabsOf, type DashboardTab } from '../tabs.ts';
import { dashboardTexts } from '../dashboard-texts.ts';

const DashboardTutorial = fetched(
  async () => (await import('./dashboard-tutorial.tsx')).DashboardTutorial,
  NoPart,
  // A toast of the page before is shown from the start where the card leaves room for it.
  <span hidden data-overlay="bottom" />,
);

const TeamPlanCallout = fetched<{ userId: string }>(
  async () => (await import('#features/billing/web/team-plan-callout.tsx')).TeamPlanCallout,
  NoPart,
);

const ShareDialog = fetched(
  async () => (await import('#features/sharing/web/share-dialog.tsx')).ShareDialog,
  () => <FailedOverlay onClose={closeShareDialog} />,
);

/**
 * The user's tabs. MY TEAM appears once the user turns out to be on the Team plan. If the URL selects it, it is there
 * from the start, so that the page does not switch tabs.
 */
function useTabs(scope: Scope): { tabs: DashboardTab[]; hasPlan: boolean } {
  const { tab } = useDashboardSearch();
  const { subscription, isSubscribed, isFailed } = useSubscription(scope);
  const isRequested = tab === 'team' && !subscription && !isFailed;
  const tabs = useMemo(() => tabsOf(isSubscribed || isRequested), [isSubscribed, isRequested]);
  return { tabs, hasPlan: isSubscribed };
}

/** /: the signed-in user's logbook. */
export function DashboardPage({ signedIn: initialSession }: { signedIn: SignedIn }) {
  const signedIn = useSignedIn(initialSession);
  const userId = signedIn.user.id;
  const scope = useMemo(() => ({ userId, timezone: readerTimeZone() }), [userId]);
  const name = signedIn.profile.full_name.trim();
  const isNew = signedIn.profile.is_new;
  const tutorialRuns = useTutorialRunning(userId, isNew);
  const tutorial = useAttention('tutorial', tutorialRuns);
  // The tutorial has priority anyway. Repeated here because the server renders without that order.
  const verification = useAttention('verification', !signedIn.user.email_verified && !tutorialRuns);
  const { tabs, hasPlan } = useTabs(scope);
  const wasWithoutPlan = useStore(planMemory, (state) => state.userId === userId && state.wasWithout);
  const callout = useAttention('plan', hasPlan && wasWithoutPlan && !isNew);
  const shared = useStore(shareDialog, ({ open }) => open);
  useTitle();
  // Each language has its own place for the name.
  const [before, after] = dashboardTexts.heading('\n').split('\n');

  return (
    <SignedInPage signedIn={signedIn}>
      {tutorial && <DashboardTutorial scope={scope} isNew={isNew} hasPlan={hasPlan} />}
      {verification && <VerificationBanner signedIn={signedIn} />}
      {callout && <TeamPlanCallout userId={userId} />}
      <h1 className="text-title-phone md:text-title">
        {name ? (
          <>
            {before}
            <bdi>{name}</bdi>
            {after}
          </>
        ) : (
          dashboardTexts.ownHeading
        )}
      </h1>
      <p className="mt-1 mb-5 text-button font-normal text-ink-2">
        {dashboardTexts.since(mediumDay(signedIn.profile.created_at, scope.timezone))}
        <EntryCount userId={userId} />
        <WaitingSuggestions userId={userId} />
      </p>
      <div className="mb-5 border-y border-rule md:mb-7 md:min-h-[calc(7.6875rem+var(--invitations,0px))] print:hidden">
        <ProofChips scope={scope} />
        <ProofSections scope={scope} />
      </div>
      <DashboardTabs
        scope={scope}
        tabs={tabs}
        menu={<GenerateMenu scope={scope} email={signedIn.user.email} />}
      />
      <DashboardCapture scope={scope} />
      {shared && <ShareDialog key={shared.id} entry={shared} scope={scope} />}
    </SignedInPage>
  );
}
