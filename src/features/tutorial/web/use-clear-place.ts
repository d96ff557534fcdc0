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
  /** The edge of the window to which it is closer. */
  edge: 'top' | 'bottom';
};

/** The lowest place of the card at which it covers nothing that the step is about. */
export function useClearPlace(card: RefObject<HTMLElement | null>, step: StepId): ClearPlace {
  const [place, setPlace] = useState<ClearPlace>({ lift: 0, edge: 'bottom' });
  const subject = subjects[step];
  useEffect(() => {
    const selector = subject ? `${always}, ${subject}` : always;
    let frame = 0;
    function update() {
      frame = 0;
      const box = card.current?.getBoundingClientRect();
      // Without a size, the card is hidden by a dialog.
      if (!box?.height) return;
      const taken = [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => element.getBoundingClientRect())
        .filter(({ left, right }) => right > box.left && left < box.right);
      setPlace((current) => {
        const lowest = box.top + current.lift;
        let lift = 0;
        while (covers(taken, lowest - lift, box.height) && lowest - lift > margin) lift += stride;
        // A window may have no room that is free.
        if (lowest - lift <= margin) lift = 0;
        const edge = lowest - lift + box.height / 2 < innerHeight / 2 ? 'top' : 'bottom';
        return lift === current.lift && edge === current.edge ? current : { lift, edge };
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

const covers = (taken: readonly DOMRect[], top: number, height: number): boolean =>
  taken.some((rect) => rect.bottom > top - margin && rect.top < top + height + margin);
