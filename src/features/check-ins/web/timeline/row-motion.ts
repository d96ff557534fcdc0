// How a row leaves the timeline: it fades, and what stands below it moves up into its place. The movement ends in the
// moment in which the row is really taken away, so that nothing jumps.
import { isFocusFree } from '#ui/free-focus.ts';

const easing = 'cubic-bezier(.2,.7,.2,1)';
const listMs = 240;
const stillMs = 80;

const sliding = new Map<string, Animation[]>();

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('article[data-entry]')];
}

function rowOf(id: string): HTMLElement | undefined {
  return rows().find((row) => row.dataset['entry'] === id);
}

/** Resolves when the row has faded; at once when it is not on the page, or nobody looks at the page. */
export async function slideOut(id: string): Promise<void> {
  const row = rowOf(id);
  if (!row || document.hidden) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const timing = { duration: still ? stillMs : listMs, easing, fill: 'forwards' } as const;
  row.inert = true;
  const moves = [row.animate({ opacity: 0 }, timing)];
  if (!still) {
    const up = { transform: `translateY(-${row.offsetHeight}px)` };
    for (const below of [...after(row), ...after(row.parentElement)]) moves.push(below.animate(up, timing));
  }
  sliding.set(id, moves);
  // A page that is hidden meanwhile draws no frames, so the clock is what counts.
  await new Promise((resolve) => setTimeout(resolve, timing.duration));
}

/** What follows an element in its parent and can be seen. */
function after(element: HTMLElement | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let next = element?.nextElementSibling; next instanceof HTMLElement; next = next.nextElementSibling) {
    if (next.getBoundingClientRect().top > innerHeight) break;
    found.push(next);
  }
  return found;
}

/** Puts everything back into its own place: the row is gone, or stays after all. */
export function endSlide(id: string): void {
  for (const move of sliding.get(id) ?? []) move.cancel();
  sliding.delete(id);
  const row = rowOf(id);
  if (row) row.inert = false;
}

/** Moves the focus from a row that goes to the one below it, above it, or to the way to add one. */
export function focusBeside(id: string): void {
  const all = rows();
  const at = all.findIndex((row) => row.dataset['entry'] === id);
  if (at === -1 || !all[at]?.contains(document.activeElement)) return;
  (all[at + 1] ?? all[at - 1])?.focus();
}

/** Moves the focus to a row once it is drawn, when nothing else has it. */
export function focusRow(id: string, frames = 30): void {
  if (!isFocusFree()) return;
  const row = rowOf(id);
  if (row) row.focus();
  else if (frames > 0) requestAnimationFrame(() => focusRow(id, frames - 1));
}
