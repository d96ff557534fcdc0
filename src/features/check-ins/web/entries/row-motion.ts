// The exit animation of a timeline row, and where the focus moves afterwards.
import { isFocusFree } from '#ui/free-focus.ts';
import { leavingRows, visibleSiblingsAfter } from '#ui/leaving-rows.ts';

// Each chunk of a month is a separate element, so the chunks after it move up along with the rows.
const rows = leavingRows('entry', (row) => [
  ...visibleSiblingsAfter(row),
  ...visibleSiblingsAfter(row.parentElement),
]);

export const { slideOut, end: endSlide } = rows;

/** Moves the focus from a row that is being removed to the one below or above it. */
export function focusNeighbor(id: string): void {
  if (rows.holdsFocus(id)) rows.neighborOf(id)?.focus();
}

/** Moves the focus to a row once it is rendered, unless another element has the focus. */
export function focusRow(id: string, frames = 30): void {
  if (!isFocusFree()) return;
  const row = rows.rowOf(id);
  if (row) row.focus();
  else if (frames > 0) requestAnimationFrame(() => focusRow(id, frames - 1));
}
