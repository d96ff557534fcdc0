import { useEffect, useRef, useState, type RefObject } from 'react';
import type { StepId } from '../contract.ts';

/** Selector of the button that a step asks the user to press. The first visible match counts. */
const buttons: Partial<Record<StepId, string>> = {
  goals: '[data-add-goal], #panel-goals form [type=submit]',
  timeline: '[data-add]',
};
/** Clearance above and below the button, in pixels. */
const margin = 12;

type Edge = 'top' | 'bottom';

/**
 * The edge of the window at which the card does not cover the button that the step asks the user to press: the bottom,
 * or the top while the button is where the card would be. `step` is undefined once there is nothing to press.
 */
export function useClearEdge(card: RefObject<HTMLElement | null>, step: StepId | undefined): Edge {
  const [edge, setEdge] = useState<Edge>('bottom');
  /** Last known distance of the card from the bottom of the window, in pixels. */
  const gap = useRef(16);
  const selector = step && buttons[step];
  useEffect(() => {
    let frame = 0;
    function place() {
      frame = 0;
      const box = card.current?.getBoundingClientRect();
      const found = selector ? [...document.querySelectorAll(selector)] : [];
      const button = found.find((element) => element.checkVisibility())?.getBoundingClientRect();
      // Without a size, the card is hidden by a dialog.
      if (!box?.height) return;
      setEdge((current) => {
        if (current === 'bottom') gap.current = innerHeight - box.bottom;
        const top = innerHeight - gap.current - box.height;
        const covered =
          button !== undefined &&
          button.bottom > top - margin &&
          button.top < top + box.height + margin &&
          button.right > box.left &&
          button.left < box.right;
        return covered ? 'top' : 'bottom';
      });
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(place);
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
  }, [card, selector]);
  return edge;
}
