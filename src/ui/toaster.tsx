import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import X from 'lucide-react/icons/x';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import { keepFieldsClear, raiseToastHost, toastHost } from './toast-host.ts';
import { dismissToast, showCarriedToast, useToasts, type Toast, type ToastAction } from './toast.ts';
import { useHydrated } from './use-hydrated.ts';
import { texts } from './texts.ts';

/** Minimum time, in milliseconds, that a toast's text stays available to screen readers (R-K3). */
const minReadableMs = 5000;

/** Renders all toasts. Use it once, at the root of the app. */
export function Toaster() {
  const toasts = useToasts();
  const hydrated = useHydrated();
  useLayoutEffect(() => {
    toastHost();
    raiseToastHost();
    keepFieldsClear();
    showCarriedToast();
  }, []);
  if (!hydrated) return null;
  return createPortal(
    <section aria-label={texts.notifications}>
      <ol className="grid justify-items-end gap-2">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>,
    toastHost(),
  );
}

function ToastItem({ toast }: { toast: Toast }) {
  // A live region announces only later changes, so it is rendered empty first.
  const [phase, setPhase] = useState<'empty' | 'shown' | 'hidden'>('empty');
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (phase === 'shown' && paused) return;
    const wait = { empty: 20, shown: toast.duration, hidden: Math.max(0, minReadableMs - toast.duration) }[
      phase
    ];
    const timer = setTimeout(() => {
      if (phase === 'hidden') dismissToast(toast.id);
      else setPhase(phase === 'empty' ? 'shown' : 'hidden');
    }, wait);
    return () => clearTimeout(timer);
  }, [phase, paused, toast]);

  const shown = phase === 'shown';
  const interactive = toast.action !== undefined || toast.tone === 'danger';
  return (
    <li
      className={cx(
        shown
          ? 'pointer-events-auto flex w-full animate-rise items-start gap-x-3 rounded-control py-2.5 ps-4 shadow-float sm:w-auto sm:max-w-[28rem]'
          : 'sr-only',
        shown && (interactive ? 'pe-2' : 'pe-4'),
        // In a narrow window, two actions get a separate line.
        shown && toast.otherAction && 'flex-wrap sm:flex-nowrap',
        toast.tone === 'danger' ? 'bg-danger text-sheet' : 'bg-ink text-paper',
      )}
      onPointerEnter={() => setPaused(interactive)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toast.tone === 'danger' && shown && (
        <CircleAlert aria-hidden="true" size={18} className="mt-[5px] shrink-0" />
      )}
      <div
        role={toast.tone === 'danger' ? 'alert' : 'status'}
        className={cx('min-w-0 grow py-1 wrap-anywhere', toast.otherAction && 'max-sm:w-[calc(100%-4rem)]')}
      >
        {phase !== 'empty' && (
          <>
            <p className="text-button">{toast.title}</p>
            {toast.description && (
              <p dir="auto" className="text-button font-normal whitespace-pre-line opacity-90">
                {toast.description}
              </p>
            )}
          </>
        )}
      </div>
      {shown && toast.action && (
        <div
          className={cx(
            'flex shrink-0 gap-x-1',
            toast.otherAction && 'max-sm:order-1 max-sm:-ms-2 max-sm:w-full',
          )}
        >
          <ActionButton toast={toast} action={toast.action} />
          {toast.otherAction && <ActionButton toast={toast} action={toast.otherAction} />}
        </div>
      )}
      {shown && interactive && (
        <button
          type="button"
          aria-label={texts.closeMessage}
          className="grid size-7 shrink-0 place-items-center rounded-counter opacity-80 hover:opacity-100 pointer-coarse:size-11"
          onClick={() => dismissToast(toast.id)}
        >
          <X aria-hidden="true" size={16} />
        </button>
      )}
    </li>
  );
}

function ActionButton({ toast, action }: { toast: Toast; action: ToastAction }) {
  return (
    <button
      type="button"
      className="min-h-7 rounded-counter px-2 text-button whitespace-nowrap underline underline-offset-4 pointer-coarse:min-h-11"
      onClick={() => {
        dismissToast(toast.id);
        action.onPress();
      }}
    >
      {action.label}
    </button>
  );
}
