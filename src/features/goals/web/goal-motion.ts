// How a goal leaves the list: a double rule is drawn under a completed one, then the row fades and what stands below it
// moves up. The movement ends in the moment in which the row is really taken away.
import { isFocusFree } from '#ui/free-focus.ts';

const easing = 'cubic-bezier(.2,.7,.2,1)';
const listMs = 240;
const stillMs = 80;

const leaving = new Map<string, Animation[]>();

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-goal]')];
}

function rowOf(id: string): HTMLElement | undefined {
  return rows().find((row) => row.dataset['goal'] === id);
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// A page that is hidden meanwhile draws no frames, so the clock is what counts.
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Draws bookkeeping's double rule under a goal: closed. */
export async function drawRule(id: string): Promise<void> {
  const row = rowOf(id);
  const rule = row?.querySelector('[data-rule]');
  if (!row || !rule || document.hidden) return;
  row.inert = true;
  const still = isStill();
  const duration = still ? stillMs : listMs;
  const drawn = still
    ? { opacity: [0, 1], transform: ['none', 'none'] }
    : { opacity: [1, 1], transform: ['scaleX(0)', 'none'] };
  const move = rule.animate(drawn, { duration, easing, fill: 'forwards' });
  leaving.set(id, [...(leaving.get(id) ?? []), move]);
  await pause(duration);
}

/** Resolves when the row has faded; at once when it is not on the page, or nobody looks at the page. */
export async function slideAway(id: string): Promise<void> {
  const row = rowOf(id);
  if (!row || document.hidden) return;
  const still = isStill();
  const timing = { duration: still ? stillMs : listMs, easing, fill: 'forwards' } as const;
  row.inert = true;
  const moves = [row.animate({ opacity: 0 }, timing)];
  if (!still) {
    const up = { transform: `translateY(-${row.offsetHeight}px)` };
    for (let below = row.nextElementSibling; below; below = below.nextElementSibling) {
      moves.push(below.animate(up, timing));
    }
  }
  leaving.set(id, [...(leaving.get(id) ?? []), ...moves]);
  await pause(timing.duration);
}

/** Puts everything back into its own place: the row is gone, or stays after all. */
export function endLeaving(id: string): void {
  for (const move of leaving.get(id) ?? []) move.cancel();
  leaving.delete(id);
  const row = rowOf(id);
  if (row) row.inert = false;
}

const togglerOf = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('[data-toggle]');

/** Moves the focus from a goal that goes to the one below it, above it, or to the way to add one. */
export function focusBeside(id: string): void {
  const all = rows();
  const at = all.findIndex((row) => row.dataset['goal'] === id);
  if (at === -1 || !all[at]?.contains(document.activeElement)) return;
  const next = togglerOf(all[at + 1] ?? all[at - 1]);
  (next ?? document.querySelector<HTMLElement>('[data-add-goal]'))?.focus();
}

/** Moves the focus to a goal, or to the way to add one, once it is drawn and when nothing else has the focus. */
export function focusGoal(id: string | undefined, frames = 30): void {
  if (!isFocusFree()) return;
  const place =
    id === undefined ? document.querySelector<HTMLElement>('[data-add-goal]') : togglerOf(rowOf(id));
  if (place) place.focus();
  else if (frames > 0) requestAnimationFrame(() => focusGoal(id, frames - 1));
}
