// What happens once a page can answer: React has taken over what the server rendered, or has rendered the page itself.
import { useEffect, useLayoutEffect } from 'react';

declare global {
  interface Window {
    /** Buttons that were pressed before the page could answer, in order. The document's inline script records them. */
    logbookPressed?: HTMLElement[] | undefined;
  }
}

let endTakeOver = () => undefined as void;

/** Sets what ends the browser's first rendering of a page from the server. */
export function whenHydrated(end: () => void): void {
  endTakeOver = end;
}

/** For each page. Repeats the presses of buttons that the user made before the page could answer. */
export function useAnswers(): void {
  // Before the parts render that only the browser renders.
  useLayoutEffect(() => endTakeOver(), []);
  useEffect(() => {
    const pressed = new Set(window.logbookPressed);
    window.logbookPressed = undefined;
    for (const button of pressed) if (button.isConnected) button.click();
  }, []);
}
