import { lazy, Suspense } from 'react';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useSignedIn } from '#features/accounts/web/use-signed-in.ts';
import { VerificationBanner } from '#features/accounts/web/verification-banner.tsx';
import { EntryCount } from '#features/check-ins/web/entry-count.tsx';
import { Timeline } from '#features/check-ins/web/timeline.tsx';
import { useTutorialRuns } from '#features/tutorial/web/tutorial-state.ts';
import { Tabs } from '#ui/tabs.tsx';
import { paths } from '../../paths.ts';
import { useAttention } from '../attention.ts';
import { dashboardTabs } from './dashboard-search.ts';
import { SignedInPage } from '../shell/signed-in-page.tsx';
import { useTitle } from '../shell/use-title.ts';

const DashboardTutorial = lazy(async () => ({
  default: (await import('./dashboard-tutorial.tsx')).DashboardTutorial,
}));

const route = getRouteApi(paths.home);
const since = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** /: the person's own logbook. */
export function DashboardPage() {
  const signedIn = useSignedIn(route.useRouteContext().signedIn);
  const { tab = 'timeline' } = route.useSearch();
  const router = useRouter();
  const navigate = useNavigate();
  const name = signedIn.profile.full_name.trim();
  const heading = name ? `${name}'s Logbook` : 'Your Logbook';
  const tutorialRuns = useTutorialRuns(signedIn.user.id, signedIn.profile.is_new);
  const tutorial = useAttention('tutorial', tutorialRuns);
  const verification = useAttention('verification', !signedIn.user.email_verified);
  useTitle();

  return (
    <SignedInPage signedIn={signedIn}>
      <Suspense>{tutorial && <DashboardTutorial signedIn={signedIn} />}</Suspense>
      {verification && <VerificationBanner signedIn={signedIn} />}
      <h1 className="text-title-phone md:text-title">{heading}</h1>
      <p className="mt-1 mb-9 text-button font-normal text-ink-2">
        Logging since {since.format(new Date(signedIn.profile.created_at))}
        <EntryCount userId={signedIn.user.id} />
      </p>
      <Tabs
        label="Logbook"
        selected={tab}
        tabs={dashboardTabs.map((id) => ({
          id,
          label: id.toUpperCase(),
          href: router.buildLocation({ to: paths.home, search: { tab: id } }).href,
        }))}
        onSelect={(id) => void navigate({ to: paths.home, search: { tab: id } })}
      >
        {tab === 'timeline' && <Timeline signedIn={signedIn} />}
      </Tabs>
    </SignedInPage>
  );
}
