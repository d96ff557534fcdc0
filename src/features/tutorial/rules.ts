// The order of the tutorial's steps, and when the user can continue (R-I3).

import type { Need, Step } from './contract.ts';

const steps: readonly Step[] = [
  { id: 'welcome' },
  { id: 'goals', tab: 'goals', waitsFor: 'goal' },
  { id: 'timeline', tab: 'timeline', waitsFor: 'check_in' },
  { id: 'shoutouts' },
  { id: 'share' },
  { id: 'notes' },
  { id: 'authenticity' },
];

/** For users with the Team plan. */
const teamStep: Step = { id: 'team' };

/** The steps of a user, with or without the Team plan. */
export const stepsOf = (hasPlan: boolean): readonly Step[] => (hasPlan ? [...steps, teamStep] : steps);

/** The step at a position. Positions out of range return the nearest step. */
export function stepAt(steps: readonly Step[], position: number): Step {
  const last = steps.length - 1;
  const index = Number.isInteger(position) ? position : 0;
  return steps[Math.min(last, Math.max(0, index))]!;
}

/** Whether what the step waits for exists. Only then does the step show a button to continue. */
export function canContinue(step: Step, existing: Record<Need, boolean>): boolean {
  return !step.waitsFor || existing[step.waitsFor];
}
