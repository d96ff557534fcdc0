import { useEffect, useEffectEvent } from 'react';

/** What is open and takes Escape for itself, wherever the focus is by then: dialogs and menus. */
const open = 'dialog[open], [popover]:not([popover=manual]):popover-open';
/** Where Escape belongs to what is being typed or chosen. */
const takers = '[role=menu], input, textarea, select, [contenteditable]';

/** Calls `onEscape` for the key Escape when nothing else on the page is there to take it. */
export function useEscape(onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector(open)) return;
      if (event.target instanceof Element && event.target.closest(takers)) return;
      escape();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
