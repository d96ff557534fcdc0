import X from 'lucide-react/icons/x';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { texts } from './texts.ts';

type Props = {
  title: string;
  text: string;
  /** Until it is shown, in milliseconds. More than 0: a live region announces only changes after it was rendered. */
  delay: number;
  /** `hadFocus`: the focus was in the note, so the caller moves it to where the user continues. */
  onClose: (hadFocus: boolean) => void;
  /** Whether it has a close button in its corner. Escape closes it in any case. */
  hasCloseButton?: boolean;
  /** The actions below the text. */
  children: (close: () => void) => ReactNode;
};

/** A note in a corner of the page, announced to screen readers. It does not take the focus, and blocks nothing. */
export function CornerNote({ title, text, delay, onClose, hasCloseButton = false, children }: Props) {
  const [isShown, setShown] = useState(false);
  const heading = useId();
  const panel = useId();
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  const close = () => onClose(document.getElementById(panel)?.contains(document.activeElement) ?? false);

  return (
    <>
      <p role="status" className="sr-only">
        {isShown && `${title}. ${text}`}
      </p>
      {isShown && (
        <div
          id={panel}
          role="dialog"
          aria-modal="false"
          aria-labelledby={heading}
          data-overlay
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
          className={
            'fixed bottom-[max(1.5rem,env(safe-area-inset-bottom))] inset-s-[max(1.5rem,env(safe-area-inset-left),env(safe-area-inset-right))] z-10 w-88 animate-rise ' +
            'rounded-dialog border border-rule bg-sheet p-4 shadow-float [:root:has(dialog[open])_&]:hidden max-md:inset-x-4 max-md:bottom-21 max-md:w-auto print:hidden'
          }
        >
          <div className="flex items-start gap-3">
            <h2 id={heading} className="grow text-ui font-[720]">
              {title}
            </h2>
            {hasCloseButton && (
              <IconButton label={texts.close} onClick={close} className="-mt-1.5 -me-1.5">
                <X aria-hidden="true" size={18} />
              </IconButton>
            )}
          </div>
          <p className="mt-1 text-button font-normal text-ink-2">{text}</p>
          <div className="mt-3 flex flex-wrap gap-2">{children(close)}</div>
        </div>
      )}
    </>
  );
}
