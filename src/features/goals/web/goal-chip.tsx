import { Badge } from '#ui/badge.tsx';
import type { Goal } from '../contract.ts';
import { periodState } from '../rules.ts';
import { chip } from '../texts.ts';

type Period = Pick<Goal, 'cadence' | 'period_start'>;
type ChipView = { text: string; tone: 'plain' | 'ochre'; dashed: boolean };

const dayFormat = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "Nov 23" of `2026-11-23` */
function dayName(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}

/** Text and style of a goal's period chip (R-C1); undefined for a goal without a period. */
export function chipOf(goal: Period, today: string): ChipView | undefined {
  const state = periodState(goal, today);
  if (!state || !goal.cadence) return undefined;
  if (state === 'carried_over') {
    return { text: chip.carriedOver(goal.cadence), tone: 'ochre', dashed: false };
  }
  if ('from' in state) {
    return { text: chip.from(goal.cadence, dayName(state.from)), tone: 'plain', dashed: true };
  }
  return { text: chip.daysLeft(goal.cadence, state.days), tone: 'plain', dashed: false };
}

export function GoalChip({ goal, today }: { goal: Period; today: string }) {
  const view = chipOf(goal, today);
  return (
    view && (
      <Badge tone={view.tone} dashed={view.dashed}>
        {view.text}
      </Badge>
    )
  );
}
