import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { AccountMenu } from '#features/accounts/web/account-menu.tsx';
import { keepPlace } from '#features/accounts/web/redirect-after-auth.ts';
import { useSessionTick } from '#features/accounts/web/use-session-tick.ts';
import { VerificationBanner } from '#features/accounts/web/verification-banner.tsx';
import { EntryCount } from '#features/check-ins/web/entry-count.tsx';
import { Timeline } from '#features/check-ins/web/timeline.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { paths } from '../../paths.ts';
import { dashboardTabs } from './dashboard-search.ts';
import { Header } from '../shell/header.tsx';
import { useTitle } from '../shell/use-title.ts';

const route = getRouteApi(paths.home);
const since = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** A fresh page load, so that nothing of this person stays in memory. */
const leave = () => location.assign(paths.auth);

/** /: the person's own logbook. */
export function DashboardPage() {
  const { signedIn } = route.useRouteContext();
  const { tab = 'timeline' } = route.useSearch();
  const router = useRouter();
  const navigate = useNavigate();
  const name = signedIn.profile.full_name.trim();
  const heading = name ? `${name}'s Logbook` : 'Your Logbook';
  useTitle();

  useSessionTick(signedIn, () => {
    keepPlace();
    leave();
  });

  return (
    <>
      <Header onHome={() => void navigate({ to: paths.home })}>
        <AccountMenu signedIn={signedIn} onSignedOut={leave} />
      </Header>
      <main id="main" className="mx-auto w-full max-w-column px-side pt-9 pb-32">
        <VerificationBanner signedIn={signedIn} />
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
      </main>
    </>
  );
}
