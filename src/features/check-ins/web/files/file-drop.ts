// Files dragged onto the page or pasted. They go to the open form, or open one. The listeners cover the whole page, so
// that a file dropped outside of the form never makes the browser navigate away.
import { useEffect, useEffectEvent } from 'react';
import { isModal } from '#ui/keys.ts';
import { createStore } from '#ui/store.ts';
import { pastedFiles } from './pasted-files.ts';

type Receiver = (files: File[]) => void;

/** The forms that accept files, topmost last. */
const receivers: Receiver[] = [];
/** Dropped files that opened a form, until the form is mounted. */
let queuedFiles: File[] = [];

/** Whether files are being dragged over the page. */
export const fileDrag = createStore({ over: false });
/** The drag has ended if no event arrives for this long. Browsers fire one every 350 ms. Milliseconds. */
const dragTimeoutMs = 600;

/** Receives dropped and pasted files while the form is open. */
export function useFileReceiver(take: Receiver): void {
  const receive = useEffectEvent(take);
  useEffect(() => {
    const receiver: Receiver = (files) => receive(files);
    receivers.push(receiver);
    const waiting = queuedFiles;
    queuedFiles = [];
    if (waiting.length > 0) receiver(waiting);
    return () => void receivers.splice(receivers.indexOf(receiver), 1);
  }, []);
}

/** Listens for files on the whole page. If no form is open, `open` opens one that receives them. */
export function useFileDrop(open: () => void): void {
  const openForm = useEffectEvent(open);
  useEffect(() => {
    const form = (files: File[]) => {
      queuedFiles = [...queuedFiles, ...files];
      openForm();
    };
    return listen(() => receivers.at(-1) ?? (isModal() ? undefined : form));
  }, []);
}

function listen(target: () => Receiver | undefined): () => void {
  let leaveTimer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    clearTimeout(leaveTimer);
    fileDrag.set({ over: false });
  };
  function onDrag(event: DragEvent) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const accepted = target() !== undefined;
    event.dataTransfer.dropEffect = accepted ? 'copy' : 'none';
    if (fileDrag.get().over !== accepted) fileDrag.set({ over: accepted });
    clearTimeout(leaveTimer);
    leaveTimer = setTimeout(leave, dragTimeoutMs);
  }
  function onDrop(event: DragEvent) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    leave();
    const files = [...event.dataTransfer.files];
    if (files.length > 0) target()?.(files);
  }
  function onPaste(event: ClipboardEvent) {
    const files = event.clipboardData ? pastedFiles(event.clipboardData, new Date()) : [];
    const receiver = receivers.at(-1);
    if (files.length === 0 || !receiver) return;
    event.preventDefault();
    receiver(files);
  }
  const controller = new AbortController();
  const { signal } = controller;
  addEventListener('dragenter', onDrag, { signal });
  addEventListener('dragover', onDrag, { signal });
  addEventListener('drop', onDrop, { signal });
  addEventListener('paste', onPaste, { signal });
  return () => {
    controller.abort();
    leave();
  };
}
