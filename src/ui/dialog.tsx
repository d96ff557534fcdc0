import X from 'lucide-react/icons/x';
import { useId, useRef, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { useShownModal } from './use-shown-modal.ts';
import { texts } from './texts.ts';

type Props = {
  open: boolean;
  /** Called for Escape, the close button and a press outside. The caller must then set `open` to false. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Stays visible at the bottom. A submit button in it needs the `form` attribute. */
  footer?: ReactNode;
  size?: 'form' | 'wide' | 'full';
  children: ReactNode;
};

const sizes = { form: 'md:max-w-[35rem]', wide: 'md:max-w-[56rem]', full: 'md:max-w-none md:h-(--window)' };

/**
 * The native modal dialog, which traps and restores the focus. A full-height sheet on phones. Initially focuses the
 * element marked `data-autofocus`, or else the heading.
 */
export function Dialog({ open, onClose, title, description, footer, size = 'form', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const descriptionId = useId();

  useShownModal(dialog, open);

  return (
    <dialog
      ref={dialog}
      closedby="any"
      data-full={size === 'full' || undefined}
      aria-labelledby={heading}
      aria-describedby={description ? descriptionId : undefined}
      // Do not wait for the close event: it fires a frame later, when the dialog may be open again.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget && !event.currentTarget.open) onClose();
      }}
      className={cx(
        'm-auto hidden w-full flex-col overflow-x-hidden overflow-y-auto overscroll-contain bg-sheet p-0 text-ink shadow-float open:flex open:animate-open',
        'max-md:h-(--window) max-md:max-h-none max-md:max-w-none md:max-h-[max(calc(var(--window)-4rem),min(var(--window),28rem))] md:border md:border-rule',
        size === 'full' ? 'md:max-h-none' : 'md:rounded-dialog',
        sizes[size],
      )}
    >
      {open && (
        <>
          <header className="flex items-start gap-4 px-4 pt-4 pb-3 md:px-6 md:pt-5">
            <div className="grow">
              <h2 id={heading} tabIndex={-1} className="text-dialog outline-none">
                {title}
              </h2>
              {description && (
                <p id={descriptionId} className="mt-1 text-button font-normal text-ink-2">
                  {description}
                </p>
              )}
            </div>
            <IconButton label={texts.close} onClick={onClose} className="-mt-0.5 -me-2">
              <X aria-hidden="true" size={20} />
            </IconButton>
          </header>
          <div ref={keepFocusVisible} className="dialog-content grow px-4 pt-1 pb-5 md:px-6">
            {children}
          </div>
          <div data-messages className="contents" />
          {footer && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-rule bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
              {footer}
            </footer>
          )}
        </>
      )}
    </dialog>
  );
}

/** Toasts shrink the content. Keeps the focused element visible, with its `data-together` group. */
function keepFocusVisible(content: HTMLElement | null) {
  if (!content) return undefined;
  // Not measured here, before the dialog is shown: that would lay out the page.
  let before = 0;
  const observer = new ResizeObserver(() => {
    const focused = content.clientHeight < before && document.activeElement;
    before = content.clientHeight;
    if (focused && content.contains(focused))
      (focused.closest('[data-together]') ?? focused).scrollIntoView({ block: 'nearest' });
  });
  observer.observe(content);
  return () => observer.disconnect();
}
