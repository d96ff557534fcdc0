// How an entry leaves the timeline, and where the focus goes then.
import { isFocusFree } from '#ui/free-focus.ts';
import { leavingRows, seenAfter } from '#ui/leaving-rows.ts';

// A part of a month stands in an element of its own: the parts after it move up with the rows.
const rows = leavingRows('entry', (row) => [...seenAfter(row), ...seenAfter(row.parentElement)]);

export const { slideOut, end: endSlide } = rows;

/** Moves the focus from a row that goes to the one below it, or above it. */
export function focusNeighbor(id: string): void {
  if (rows.holdsFocus(id)) rows.neighbourOf(id)?.focus();
}

/** Moves the focus to a row once it is drawn, when nothing else has it. */
export function focusRow(id: string, frames = 30): void {
  if (!isFocusFree()) return;
  const row = rows.rowOf(id);
  if (row) row.focus();
  else if (frames > 0) requestAnimationFrame(() => focusRow(id, frames - 1));
}
