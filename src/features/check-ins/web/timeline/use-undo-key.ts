import { useEffect } from 'react';
import { isCommand, isModal, isTyping, letterOf } from '#ui/keys.ts';
import { undoLast } from '../entries/delete-entry.ts';

/** Ctrl+Z or Cmd+Z restores the last deleted entry, unless an input has the focus. */
export function useUndoKey(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (letterOf(event) !== 'z' || !isCommand(event) || isTyping(event) || isModal()) return;
      if (undoLast()) event.preventDefault();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
