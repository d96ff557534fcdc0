import { useId, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { onServer } from './on-server.ts';

type Props = {
  /** Set if the content is a menu, so that the button announces it. */
  popup?: 'menu';
  /** Accessible name of the button, if it only shows an icon. */
  buttonLabel?: string;
  button: ReactNode;
  buttonClass: string;
  /** Called when the content is shown. */
  onOpen?: () => void;
  children: ReactNode;
};

/**
 * A button that shows a box below it. The native popover closes it and restores the focus. The content is rendered from
 * the first opening on, because each row of a timeline has a menu.
 */
export function Dropdown({ popup, buttonLabel, button, buttonClass, onOpen, children }: Props) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [rendered, setRendered] = useState(false);
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-label={buttonLabel}
        title={buttonLabel}
        aria-haspopup={popup}
        aria-expanded={open}
        popoverTarget={id}
        className={buttonClass}
      >
        {button}
      </button>
      {!onServer && (
        <div
          id={id}
          popover="auto"
          className="min-w-48 rounded-control border border-rule bg-sheet p-1 text-ink shadow-float open:animate-open"
          onBeforeToggle={(event) => {
            const place = opener.current?.getBoundingClientRect();
            if (event.newState !== 'open' || !place) return;
            flushSync(() => setRendered(true));
            const { style } = event.currentTarget;
            const atRight = place.left > window.innerWidth / 2;
            style.top = `${place.bottom + 6}px`;
            style.left = `${atRight ? place.right : place.left}px`;
            style.translate = atRight ? '-100% 0' : '';
          }}
          onToggle={(event) => {
            const opened = event.newState === 'open';
            setOpen(opened);
            if (opened) onOpen?.();
          }}
        >
          {rendered && children}
        </div>
      )}
    </>
  );
}
