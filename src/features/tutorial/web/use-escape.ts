import { useEffect, useEffectEvent } from 'react';

/** Open dialogs and menus handle Escape themselves, wherever the focus is. */
const open = 'dialog[open], [popover]:not([popover=manual]):popover-open';
/** Elements that handle Escape while they have the focus. */
const escapeHandlers = '[role=menu], input, textarea, select, [contenteditable]';

/** Calls `onEscape` when Escape is pressed and nothing else on the page handles it. */
export function useEscape(onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector(open)) return;
      if (event.target instanceof Element && event.target.closest(escapeHandlers)) return;
      escape();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
