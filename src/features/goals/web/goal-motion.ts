// How a goal leaves the list, and where the focus goes then. Under a completed one a double rule is drawn before.
import { isFocusFree } from '#ui/free-focus.ts';
import { leavingRows, seenAfter } from '#ui/leaving-rows.ts';

const rows = leavingRows('goal', seenAfter);

export const { slideOut: slideAway, end: endLeaving } = rows;

/** Draws bookkeeping's double rule under a goal: closed. */
export function drawRule(id: string): Promise<void> {
  return rows.play(id, (row, still) => {
    const rule = row.querySelector('[data-rule]');
    if (!rule) return [];
    const drawn = still
      ? { opacity: [0, 1], transform: ['none', 'none'] }
      : { opacity: [1, 1], transform: ['scaleX(0)', 'none'] };
    return [[rule, drawn]];
  });
}

const togglerOf = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('[data-toggle]');
const adder = () => document.querySelector<HTMLElement>('[data-add-goal]');

/** Moves the focus from a goal that goes to the one below it, above it, or to the way to add one. */
export function focusBeside(id: string): void {
  if (rows.holdsFocus(id)) (togglerOf(rows.neighbourOf(id)) ?? adder())?.focus();
}

/** Moves the focus to a goal, or to the way to add one, once it is drawn and when nothing else has the focus. */
export function focusGoal(id: string | undefined, frames = 30): void {
  if (!isFocusFree()) return;
  const place = id === undefined ? adder() : togglerOf(rows.rowOf(id));
  if (place) place.focus();
  else if (frames > 0) requestAnimationFrame(() => focusGoal(id, frames - 1));
}
