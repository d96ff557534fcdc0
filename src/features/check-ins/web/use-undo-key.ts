import { useEffect } from 'react';
import { undoLast } from './delete-entry.ts';

/** Ctrl+Z, or Cmd+Z, brings back what was just deleted, unless it belongs to a field that has the focus. */
export function useUndoKey(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
      const field = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
      if (!field && !document.querySelector('dialog:modal') && undoLast()) event.preventDefault();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
