// Toasts that offer Undo for 10 seconds; Ctrl+Z undoes the latest.
import { useEffect } from 'react';
import { isCommand, isModal, isTyping, letterOf } from '#ui/keys.ts';
import { toast } from '#ui/toast.ts';
import { limits } from '../contract.ts';
import { texts } from '../texts.ts';

const undoMs = limits.undoSeconds * 1000;

type Undoable = { undo: () => void; until: number };
let undoable: Undoable[] = [];

type UndoToast = {
  title: string;
  description: string;
  onUndo: () => void;
  /** A second action. */
  other?: { label: string; onPress: () => void };
};

/** Shows what was done, with Undo. Returns a function that removes the toast and the Undo. */
export function showUndoToast({ title, description, onUndo, other }: UndoToast): () => void {
  const entry: Undoable = {
    undo() {
      remove();
      onUndo();
    },
    until: Date.now() + undoMs,
  };
  const endToast = toast({
    title,
    description,
    duration: undoMs,
    action: { label: texts.undo, onPress: entry.undo },
    ...(other && { otherAction: other }),
  });
  function remove() {
    undoable = undoable.filter((item) => item !== entry);
    endToast();
  }
  undoable.push(entry);
  return remove;
}

/** Ctrl+Z or Cmd+Z undoes the last change to a goal, unless a text field has the focus. */
export function useUndoGoalKey(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (letterOf(event) !== 'z' || !isCommand(event) || isTyping(event) || isModal()) return;
      undoable = undoable.filter(({ until }) => until > Date.now());
      const last = undoable.at(-1);
      if (!last) return;
      event.preventDefault();
      last.undo();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
