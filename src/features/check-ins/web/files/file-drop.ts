// Files that are dragged onto the page or pasted: they go to the form that is open, or open one. One place listens, so
// that a file dropped beside its aim never makes the browser leave the page.
import { useEffect, useEffectEvent } from 'react';
import { isModal } from '#ui/keys.ts';
import { createStore } from '#ui/store.ts';
import { pastedFiles } from './pasted-files.ts';

type Receiver = (files: File[]) => void;

/** The forms that take files, the topmost last. */
const receivers: Receiver[] = [];
/** Files that opened a form, until it stands there. */
let queuedFiles: File[] = [];

/** Whether files hang over the page, to be dropped. */
export const fileDrag = createStore({ over: false });
/** Without a sign of it for so long, whatever hung there is gone; browsers tell it every 350 ms, in milliseconds. */
const dragTimeoutMs = 600;

/** Takes what is dropped or pasted for as long as the form is open. */
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

/** Listens for files on the whole page; without a form they go to the one that `open` opens. */
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
  let gone: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    clearTimeout(gone);
    fileDrag.set({ over: false });
  };
  function onDrag(event: DragEvent) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const welcome = target() !== undefined;
    event.dataTransfer.dropEffect = welcome ? 'copy' : 'none';
    if (fileDrag.get().over !== welcome) fileDrag.set({ over: welcome });
    clearTimeout(gone);
    gone = setTimeout(leave, dragTimeoutMs);
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
  const ending = new AbortController();
  const { signal } = ending;
  addEventListener('dragenter', onDrag, { signal });
  addEventListener('dragover', onDrag, { signal });
  addEventListener('drop', onDrop, { signal });
  addEventListener('paste', onPaste, { signal });
  return () => {
    ending.abort();
    leave();
  };
}
