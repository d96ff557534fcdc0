import Paperclip from 'lucide-react/icons/paperclip';
import { useLayoutEffect, useRef } from 'react';
import { useStore } from '#ui/store.ts';
import { dropTexts } from '../../drop-texts.ts';
import { fileDrag } from '../files/file-drop.ts';

/** The drop hint while files are dragged over the page. Covers everything, including an open dialog. */
export function DropOverlay() {
  const over = useStore(fileDrag, (state) => state.over);
  return over && <Overlay />;
}

function Overlay() {
  const overlay = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => overlay.current?.showPopover?.(), []);
  return (
    <div
      ref={overlay}
      popover="manual"
      className="pointer-events-none fixed inset-0 m-0 h-dvh max-h-none w-dvw max-w-none animate-open border-0 bg-paper/90 p-3 text-ink md:p-6"
    >
      <p className="grid h-full place-content-center justify-items-center gap-3 rounded-dialog border-2 border-dashed border-rule-strong text-dialog">
        <Paperclip aria-hidden="true" size={28} className="text-ink-3" />
        {dropTexts.dropHere}
      </p>
    </div>
  );
}
