import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SignedIn } from '#features/accounts/contract.ts';
import { monthsQuery } from '#features/check-ins/web/check-in-queries.ts';
import { viewerTimezone } from '#features/check-ins/web/months.ts';
import { saveProfile } from '#features/profile/web/profile-query.ts';
import { TutorialCard } from '#features/tutorial/web/tutorial-card.tsx';
import { paths } from '../../paths.ts';
import { dashboardTabs } from './dashboard-search.ts';

/** The tutorial with what it asks of the logbook: loaded for those alone who see it. */
export function DashboardTutorial({ signedIn }: { signedIn: SignedIn }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const scope = { userId: signedIn.user.id, timezone: viewerTimezone() };
  const { data: hasEntries = false } = useQuery({
    ...monthsQuery(scope),
    select: ({ months }) => months.length > 0,
  });
  return (
    <TutorialCard
      there={{ goal: true, check_in: hasEntries }}
      onOpenTab={(wanted) => {
        const tab = dashboardTabs.find((known) => known === wanted);
        if (tab) void navigate({ to: paths.home, search: { tab } });
      }}
      keepEnd={async () => {
        if (signedIn.profile.is_new) await saveProfile(queries, { is_new: false });
      }}
    />
  );
}
