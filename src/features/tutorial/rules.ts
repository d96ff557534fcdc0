// The order of the tutorial's steps and when each lets the reader go on (R-I3).

import type { Need, Step } from './contract.ts';

export const steps: readonly Step[] = [
  { id: 'welcome' },
  { id: 'goals', tab: 'goals', waitsFor: 'goal' },
  { id: 'timeline', tab: 'timeline', waitsFor: 'check_in' },
  { id: 'shoutouts' },
  { id: 'share' },
  { id: 'notes' },
  { id: 'authenticity' },
];

/** The step at a position; positions beyond the ends give the nearest one. */
export function stepAt(position: number): Step {
  const last = steps.length - 1;
  const whole = Number.isInteger(position) ? position : 0;
  return steps[Math.min(last, Math.max(0, whole))]!;
}

/** Whether what the step waits for is there: only then has it a button to go on. */
export function canGoOn(step: Step, there: Record<Need, boolean>): boolean {
  return !step.waitsFor || there[step.waitsFor];
}
