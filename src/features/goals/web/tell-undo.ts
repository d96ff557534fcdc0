// Messages that offer Undo for 10 seconds, and the last of them by Ctrl+Z.
import { useEffect } from 'react';
import { isCommand, isModal, isTyping, letterOf } from '#ui/keys.ts';
import { toast } from '#ui/toast.ts';
import { limits } from '../contract.ts';
import { texts } from '../texts.ts';

const undoMs = limits.undoSeconds * 1000;

type Undoable = { undo: () => void; until: number };
let undoable: Undoable[] = [];

type Told = {
  title: string;
  description: string;
  onUndo: () => void;
  /** Another way to go on. */
  other?: { label: string; onPress: () => void };
};

/** Says what was done; gives how to take the message, and the Undo, back. */
export function tellUndo({ title, description, onUndo, other }: Told): () => void {
  const own: Undoable = {
    undo() {
      forget();
      onUndo();
    },
    until: Date.now() + undoMs,
  };
  const endToast = toast({
    title,
    description,
    duration: undoMs,
    action: { label: texts.undo, onPress: own.undo },
    ...(other && { otherAction: other }),
  });
  function forget() {
    undoable = undoable.filter((one) => one !== own);
    endToast();
  }
  undoable.push(own);
  return forget;
}

/** Ctrl+Z, or Cmd+Z, undoes what was last done to a goal, unless it belongs to a field that has the focus. */
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
