// Exit animation of a goal row, and where the focus moves. A completed goal first gets a double rule.
import { isFocusFree } from '#ui/free-focus.ts';
import { leavingRows, visibleSiblingsAfter } from '#ui/leaving-rows.ts';

const rows = leavingRows('goal', visibleSiblingsAfter);

export const { slideOut: slideAway, end: endLeaving } = rows;

/** Draws the double rule under a goal: in bookkeeping, the mark of a closed account. */
export function drawRule(id: string): Promise<void> {
  return rows.play(id, (row, reducedMotion) => {
    const rule = row.querySelector('[data-rule]');
    if (!rule) return [];
    const drawn = reducedMotion
      ? { opacity: [0, 1], transform: ['none', 'none'] }
      : { opacity: [1, 1], transform: ['scaleX(0)', 'none'] };
    return [[rule, drawn]];
  });
}

const toggleButtonOf = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('[data-toggle]');
const addButton = () => document.querySelector<HTMLElement>('[data-add-goal]');

/** Moves the focus from a leaving goal to the one below or above it, or to the add button. */
export function focusNeighbor(id: string): void {
  if (rows.holdsFocus(id)) (toggleButtonOf(rows.neighborOf(id)) ?? addButton())?.focus();
}

/** Moves the focus to a goal, or to the add button, once it is rendered, unless something else has the focus. */
export function focusGoal(id: string | undefined, frames = 30): void {
  if (!isFocusFree()) return;
  const target = id === undefined ? addButton() : toggleButtonOf(rows.rowOf(id));
  if (target) target.focus();
  else if (frames > 0) requestAnimationFrame(() => focusGoal(id, frames - 1));
}
