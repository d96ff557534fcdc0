// Toasts that offer Undo for 10 seconds (R-B2, R-C3). In that time, Ctrl+Z or Cmd+Z undoes the latest.
import { isCommand, isModal, isTyping, letterOf } from './keys.ts';
import { texts } from './texts.ts';
import { toast, type ToastRequest } from './toast.ts';

const undoMs = 10_000;

type Undoable = { undo: () => void; until: number };
let undoable: Undoable[] = [];

type UndoToast = Pick<ToastRequest, 'title' | 'description' | 'about' | 'otherAction'> & {
  onUndo: () => void;
};

/** Shows what was done, with Undo. Returns a function that removes the toast and the Undo. */
export function showUndoToast({ onUndo, ...request }: UndoToast): () => void {
  const entry = { undo, until: Date.now() + undoMs };
  const endToast = toast({ ...request, duration: undoMs, action: { label: texts.undo, onPress: undo } });
  function remove() {
    undoable = undoable.filter((other) => other !== entry);
    endToast();
  }
  function undo() {
    remove();
    onUndo();
  }
  undoable.push(entry);
  // Adding the same listener again has no effect.
  addEventListener('keydown', onKeyDown);
  return remove;
}

function onKeyDown(event: KeyboardEvent): void {
  if (letterOf(event) !== 'z' || !isCommand(event) || isTyping(event) || isModal()) return;
  undoable = undoable.filter(({ until }) => until > Date.now());
  const last = undoable.at(-1);
  if (!last) return;
  event.preventDefault();
  last.undo();
}
