import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { monthsQuery } from '#features/check-ins/web/queries/check-in-queries.ts';
import { goalsQuery } from '#features/goals/web/goal-queries.ts';
import { guestId } from '#features/guest/contract.ts';
import { markTutorialSeen } from '#features/guest/web/newcomer.ts';
import { useSaveProfile } from '#features/profile/web/profile-query.ts';
import { TutorialCard } from '#features/tutorial/web/tutorial-card.tsx';
import { paths } from '../../paths.ts';

type Props = {
  scope: Scope;
  /** The tutorial started automatically. */
  isNew: boolean;
  /** The user has the Team plan, and so one more step. */
  hasPlan: boolean;
};

/** The tutorial and its data, loaded only when shown. */
export function DashboardTutorial({ scope, isNew, hasPlan }: Props) {
  const { mutateAsync: saveProfile } = useSaveProfile();
  const navigate = useNavigate();
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
      onOpenTab={(tab) => void navigate({ to: paths.home, search: { tab } })}
      saveTutorialEnd={async () => {
        if (guest) markTutorialSeen();
        else if (isNew) await saveProfile({ is_new: false });
      }}
    />
  );
}
