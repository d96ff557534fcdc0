import { useEffect, useEffectEvent } from 'react';

/** What takes Escape for itself: dialogs, menus, and fields, where it belongs to what is being typed. */
const takers = 'dialog, [popover], [role=menu], input, textarea, select, [contenteditable]';

/** Calls `onEscape` for the key Escape when nothing else on the page is there to take it. */
export function useEscape(onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('dialog[open]')) return;
      if (event.target instanceof Element && event.target.closest(takers)) return;
      escape();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
