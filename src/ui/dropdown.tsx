import { useId, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from './use-hydrated.ts';

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
 * A button that shows a box next to it. The native popover closes it, restores the focus, and tells assistive technology
 * whether it is open. The style sheet places it and lets it follow the button (`anchored` in styles.css); it is closed once
 * the button is out of view (stray-popovers.ts). The content is rendered from the first opening on, because each row of a
 * timeline has a menu.
 */
export function Dropdown({ popup, buttonLabel, button, buttonClass, onOpen, children }: Props) {
  const id = useId();
  const hydrated = useHydrated();
  const [rendered, setRendered] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={buttonLabel}
        title={buttonLabel}
        aria-haspopup={popup}
        popoverTarget={id}
        className={buttonClass}
      >
        {button}
      </button>
      {hydrated && (
        <div
          id={id}
          popover="auto"
          className="anchored min-w-48 rounded-control border border-rule bg-sheet p-1 text-ink shadow-float open:animate-open"
          onBeforeToggle={({ newState }) => {
            if (newState === 'open') flushSync(() => setRendered(true));
          }}
          onToggle={({ newState }) => {
            if (newState === 'open') onOpen?.();
          }}
        >
          {rendered && children}
        </div>
      )}
    </>
  );
}
