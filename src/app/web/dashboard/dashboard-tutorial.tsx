import { useQuery } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { monthsQuery } from '#features/check-ins/web/queries/check-in-queries.ts';
import { goalsQuery } from '#features/goals/web/goal-queries.ts';
import { guestId } from '#features/guest/constants.ts';
import { markTutorialSeen } from '#features/guest/web/newcomer.ts';
import { useSaveProfile } from '#features/profile/web/profile-query.ts';
import { TutorialCard } from '#features/tutorial/web/tutorial-card.tsx';
import { navigate } from '#platform/navigation/navigation.ts';
import { dashboardHref } from '../dashboard-search.ts';

type Props = {
  scope: Scope;
  /** The tutorial started automatically. */
  isNew: boolean;
  /** The user has the Team plan, and therefore one more step. */
  hasPlan: boolean;
};

/** The tutorial and its data, loaded only when shown. */
export function DashboardTutorial({ scope, isNew, hasPlan }: Props) {
  const { mutateAsync: saveProfile } = useSaveProfile();
  const guest = scope.userId === guestId;
  const { data: hasEntries = false } = useQuery({
    ...monthsQuery(scope),
    select: ({ months }) => months.length > 0,
  });
  const { data: hasGoals = false } = useQuery({
    ...goalsQuery(scope),
    select: (goals) => goals.length > 0,
  });
  return (
    <TutorialCard
      hasPlan={hasPlan}
      there={{ goal: hasGoals, check_in: hasEntries }}
      onOpenTab={(tab) => void navigate(dashboardHref({ tab }))}
      saveTutorialEnd={async () => {
        if (guest) markTutorialSeen();
        else if (isNew) await saveProfile({ is_new: false });
      }}
    />
  );
}
