// Exit animation of list rows: the row fades out and the elements below slide up. The end state is held until the row
// is removed from the DOM, so that nothing jumps.

const easing = 'cubic-bezier(.2,.7,.2,1)';
const exitMs = 240;
const reducedMs = 80;

type Move = [element: Element, to: Keyframe[] | PropertyIndexedKeyframes];

/**
 * Animates rows of one kind out of the page. Rows have their id in `data-<name>`. `below` returns the elements that
 * slide up when a row leaves.
 */
export function leavingRows(name: string, below: (row: HTMLElement) => Iterable<Element>) {
  const running = new Map<string, Animation[]>();
  const all = () => [...document.querySelectorAll<HTMLElement>(`[data-${name}]`)];
  const rowOf = (id: string) => all().find((row) => row.dataset[name] === id);

  /** Resolves when the animation ends; immediately if there is nothing to animate or the page is hidden. */
  async function play(
    id: string,
    moves: (row: HTMLElement, reducedMotion: boolean) => Move[],
  ): Promise<void> {
    const row = rowOf(id);
    if (!row || document.hidden) return;
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timing = { duration: reducedMotion ? reducedMs : exitMs, easing, fill: 'forwards' } as const;
    const animations = moves(row, reducedMotion).map(([element, to]) => element.animate(to, timing));
    if (animations.length === 0) return;
    row.inert = true;
    running.set(id, [...(running.get(id) ?? []), ...animations]);
    // Use a timer: a page that is hidden meanwhile renders no frames.
    await new Promise((resolve) => setTimeout(resolve, timing.duration));
  }

  return {
    rowOf,
    play,
    slideOut: (id: string) =>
      play(id, (row, reducedMotion) => {
        const up = { transform: `translateY(-${row.offsetHeight}px)` };
        const others = reducedMotion ? [] : [...below(row)];
        return [[row, { opacity: 0 }], ...others.map((element): Move => [element, up])];
      }),
    /** Resets all elements: the row was removed, or stays after all. */
    end(id: string): void {
      const animations = running.get(id);
      // Each row that is unmounted calls this.
      if (!animations) return;
      for (const animation of animations) animation.cancel();
      running.delete(id);
      const row = rowOf(id);
      if (row) row.inert = false;
    },
    holdsFocus: (id: string) => rowOf(id)?.contains(document.activeElement) ?? false,
    /** The row below this one, or else the one above. */
    neighborOf(id: string): HTMLElement | undefined {
      const rows = all();
      const at = rows.findIndex((row) => row.dataset[name] === id);
      return at === -1 ? undefined : (rows[at + 1] ?? rows[at - 1]);
    },
  };
}

/** The visible siblings after an element. */
export function visibleSiblingsAfter(element: Element | null): Element[] {
  const found: Element[] = [];
  for (let next = element?.nextElementSibling; next; next = next.nextElementSibling) {
    if (next.getBoundingClientRect().top > innerHeight) break;
    found.push(next);
  }
  return found;
}
