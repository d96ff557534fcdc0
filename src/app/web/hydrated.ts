// What happens once a page is interactive: React has taken over what the server rendered, or has rendered the page itself.
import { useEffect, useLayoutEffect } from 'react';
import { useHydrated } from '#ui/use-hydrated.ts';

declare global {
  interface Window {
    /**
     * Buttons and links that were pressed before the page was interactive, in order. The document's inline script records
     * them.
     */
    logbookPressed?: HTMLElement[] | undefined;
  }
}

let endTakeOver = () => undefined as void;

/** Sets what ends the browser's first rendering of a page from the server. */
export function whenHydrated(end: () => void): void {
  endTakeOver = end;
}

/**
 * For each page, also those with only a message. Repeats the button presses that the user made before the page was
 * interactive. A button that was pressed again because nothing happened is pressed once, when its last press was due.
 */
export function useAnswers(): void {
  // Before the browser-only parts render.
  useLayoutEffect(() => endTakeOver(), []);
  const hydrated = useHydrated();
  useEffect(() => {
    // The menus that buttons open are among the browser-only parts.
    if (!hydrated) return;
    const pressed = window.logbookPressed ?? [];
    window.logbookPressed = undefined;
    pressed.forEach((button, index) => {
      if (button.isConnected && !pressed.includes(button, index + 1)) button.click();
    });
  }, [hydrated]);
}
