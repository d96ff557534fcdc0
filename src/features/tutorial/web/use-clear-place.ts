import { useEffect, useState, type RefObject } from 'react';
import type { StepId } from '../contract.ts';

/** What no step covers: the names of the product and the user, and the button to write. */
const always = 'header a[href="/"], h1, [data-add]';
/** What a step is about: its tab, and the button that it asks the user to press. */
const subjects: Partial<Record<StepId, string>> = {
  goals: '#tab-goals, [data-add-goal], #panel-goals form [type=submit]',
  timeline: '#tab-timeline',
  shoutouts: '#tab-appreciation',
  team: '#tab-team',
};
/** Clearance above and below, in pixels. */
const margin = 12;
/** Distance of the places that are tried, in pixels. */
const stride = 4;

export type ClearPlace = {
  /** How far the card is above its usual place at the bottom of the window, in pixels. */
  lift: number;
  /** How far it is to the right of its usual place, in pixels. Negative: to the left. */
  shift: number;
  /** The edge of the window to which it is closer. */
  edge: 'top' | 'bottom';
};

/** The buttons that must stay uncovered if a window has no room for more. */
const buttons = '[data-add], [data-add-goal], #panel-goals form [type=submit]';

/** The lowest place of the card, at the start or else the end of the line, at which it covers nothing that the step is about. */
export function useClearPlace(card: RefObject<HTMLElement | null>, step: StepId): ClearPlace {
  const [place, setPlace] = useState<ClearPlace>({ lift: 0, shift: 0, edge: 'bottom' });
  const subject = subjects[step];
  useEffect(() => {
    const selector = subject ? `${always}, ${subject}` : always;
    let frame = 0;
    function update() {
      frame = 0;
      const box = card.current?.getBoundingClientRect();
      // Without a size, the card is hidden by a dialog.
      if (!box?.height) return;
      const taken = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
      setPlace((current) => {
        const lowest = box.top + current.lift;
        const left = box.left - current.shift;
        const mirrored = document.documentElement.clientWidth - 2 * left - box.width;
        const search = (elements: Element[]) => {
          for (let lift = 0; lowest - lift > margin; lift += stride) {
            for (const shift of [0, mirrored]) {
              const at = new DOMRect(left + shift, lowest - lift, box.width, box.height);
              if (!elements.some((element) => isNear(element, at))) return { lift, shift };
            }
          }
          return undefined;
        };
        const { lift, shift } = search(taken) ??
          search(taken.filter((element) => element.matches(buttons))) ?? { lift: 0, shift: 0 };
        const edge = lowest - lift + box.height / 2 < innerHeight / 2 ? 'top' : 'bottom';
        const isSame = lift === current.lift && shift === current.shift && edge === current.edge;
        return isSame ? current : { lift, shift, edge };
      });
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    const sizes = new ResizeObserver(schedule);
    for (const element of [document.body, card.current]) if (element) sizes.observe(element);
    // Elements may be shown or replaced without a size change.
    const changes = new MutationObserver(schedule);
    changes.observe(document.body, { childList: true, subtree: true });
    addEventListener('scroll', schedule, { passive: true });
    addEventListener('resize', schedule);
    schedule();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      changes.disconnect();
      removeEventListener('scroll', schedule);
      removeEventListener('resize', schedule);
    };
  }, [card, subject]);
  return place;
}

function isNear(element: Element, at: DOMRect): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return right > at.left && left < at.right && bottom > at.top - margin && top < at.bottom + margin;
}
