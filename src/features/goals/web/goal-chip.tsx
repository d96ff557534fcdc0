import { Badge } from '#ui/badge.tsx';
import type { Goal } from '../contract.ts';
import { periodState } from '../rules.ts';
import { chip } from '../texts.ts';

type Period = Pick<Goal, 'cadence' | 'period_start'>;
type Look = { words: string; tone: 'plain' | 'ochre'; dashed: boolean };

const dayFormat = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "Nov 23" of `2026-11-23` */
function dayName(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}

/** What a goal says of its period on a day (R-C1); undefined for one without. */
export function chipOf(goal: Period, today: string): Look | undefined {
  const state = periodState(goal, today);
  if (!state || !goal.cadence) return undefined;
  if (state === 'carried_over') {
    return { words: chip.carriedOver(goal.cadence), tone: 'ochre', dashed: false };
  }
  if ('from' in state) {
    return { words: chip.from(goal.cadence, dayName(state.from)), tone: 'plain', dashed: true };
  }
  return { words: chip.daysLeft(goal.cadence, state.days), tone: 'plain', dashed: false };
}

export function GoalChip({ goal, today }: { goal: Period; today: string }) {
  const look = chipOf(goal, today);
  return (
    look && (
      <Badge tone={look.tone} dashed={look.dashed}>
        {look.words}
      </Badge>
    )
  );
}
