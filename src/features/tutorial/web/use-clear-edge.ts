import { useEffect, useRef, useState, type RefObject } from 'react';
import type { StepId } from '../contract.ts';

/** The buttons that a step asks the user to press. The first one that is visible counts. */
const buttons: Partial<Record<StepId, string>> = {
  goals: '[data-add-goal], #panel-goals form [type=submit]',
  timeline: '[data-add]',
};
/** Pixels left free above and below the button. */
const margin = 12;

type Edge = 'top' | 'bottom';

/**
 * The edge of the window at which the card covers nothing that the step asks the user to press: the bottom, or the top
 * while the button is in the card's place at the bottom. `step` is undefined once it asks for nothing.
 */
export function useClearEdge(card: RefObject<HTMLElement | null>, step: StepId | undefined): Edge {
  const [edge, setEdge] = useState<Edge>('bottom');
  /** Distance of the card from the bottom of the window, in pixels, as last seen there. */
  const gap = useRef(16);
  const selector = step && buttons[step];
  useEffect(() => {
    let frame = 0;
    function place() {
      frame = 0;
      const box = card.current?.getBoundingClientRect();
      const found = selector ? [...document.querySelectorAll(selector)] : [];
      const button = found.find((one) => one.checkVisibility())?.getBoundingClientRect();
      // Without a size the card is hidden behind a dialog.
      if (!box?.height) return;
      setEdge((now) => {
        if (now === 'bottom') gap.current = innerHeight - box.bottom;
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
    const later = () => {
      frame ||= requestAnimationFrame(place);
    };
    const sizes = new ResizeObserver(later);
    for (const element of [document.body, card.current]) if (element) sizes.observe(element);
    // What is shown or replaced without a change of size.
    const changes = new MutationObserver(later);
    changes.observe(document.body, { childList: true, subtree: true });
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    later();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      changes.disconnect();
      removeEventListener('scroll', later);
      removeEventListener('resize', later);
    };
  }, [card, selector]);
  return edge;
}
