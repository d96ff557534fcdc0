// How a row leaves a list: it fades, and what stands below it moves up into its place. The movement ends in the moment in
// which the row is really taken away, so that nothing jumps.

const easing = 'cubic-bezier(.2,.7,.2,1)';
const listMs = 240;
const stillMs = 80;

type Move = [element: Element, to: Keyframe[] | PropertyIndexedKeyframes];

/**
 * The rows of one kind, which carry their id in `data-<name>`, on their way off the page. `below` is what moves up when
 * one of them goes.
 */
export function leavingRows(name: string, below: (row: HTMLElement) => Iterable<Element>) {
  const moving = new Map<string, Animation[]>();
  const all = () => [...document.querySelectorAll<HTMLElement>(`[data-${name}]`)];
  const rowOf = (id: string) => all().find((row) => row.dataset[name] === id);

  /** Resolves when all has moved; at once when there is nothing to move, or nobody looks at the page. */
  async function play(id: string, moves: (row: HTMLElement, still: boolean) => Move[]): Promise<void> {
    const row = rowOf(id);
    if (!row || document.hidden) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timing = { duration: still ? stillMs : listMs, easing, fill: 'forwards' } as const;
    const played = moves(row, still).map(([element, to]) => element.animate(to, timing));
    if (played.length === 0) return;
    row.inert = true;
    moving.set(id, [...(moving.get(id) ?? []), ...played]);
    // A page that is hidden meanwhile draws no frames, so the clock is what counts.
    await new Promise((resolve) => setTimeout(resolve, timing.duration));
  }

  return {
    rowOf,
    play,
    slideOut: (id: string) =>
      play(id, (row, still) => {
        const up = { transform: `translateY(-${row.offsetHeight}px)` };
        const others = still ? [] : [...below(row)];
        return [[row, { opacity: 0 }], ...others.map((element): Move => [element, up])];
      }),
    /** Puts everything back into its own place: the row is gone, or stays after all. */
    end(id: string): void {
      for (const move of moving.get(id) ?? []) move.cancel();
      moving.delete(id);
      const row = rowOf(id);
      if (row) row.inert = false;
    },
    holdsFocus: (id: string) => rowOf(id)?.contains(document.activeElement) ?? false,
    /** The row below this one, or else above it. */
    neighbourOf(id: string): HTMLElement | undefined {
      const rows = all();
      const at = rows.findIndex((row) => row.dataset[name] === id);
      return at === -1 ? undefined : (rows[at + 1] ?? rows[at - 1]);
    },
  };
}

/** What follows an element in its parent and can be seen. */
export function seenAfter(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let next = element?.nextElementSibling; next; next = next.nextElementSibling) {
    if (next.getBoundingClientRect().top > innerHeight) break;
    found.push(next);
  }
  return found;
}
