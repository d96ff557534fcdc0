import { CircleAlert, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import { keepFieldsClear, raiseToastHost, toastHost } from './toast-host.ts';
import { dismissToast, showCarriedToast, useToasts, type Toast, type ToastAction } from './toast.ts';

/** The text of a message stays readable for screen readers at least this long (R-K3), in milliseconds. */
const heardFor = 5000;

/** Place of all messages; once, at the root of the app. */
export function Toaster() {
  const toasts = useToasts();
  useLayoutEffect(() => {
    toastHost();
    raiseToastHost();
    keepFieldsClear();
    showCarriedToast();
  }, []);
  return createPortal(
    <section aria-label="Notifications">
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
  // A live region announces what comes into it, so it stands there empty for a moment first.
  const [phase, setPhase] = useState<'empty' | 'shown' | 'heard'>('empty');
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (phase === 'shown' && held) return;
    const wait = { empty: 20, shown: toast.duration, heard: Math.max(0, heardFor - toast.duration) }[phase];
    const timer = setTimeout(() => {
      if (phase === 'heard') dismissToast(toast.id);
      else setPhase(phase === 'empty' ? 'shown' : 'heard');
    }, wait);
    return () => clearTimeout(timer);
  }, [phase, held, toast]);

  const shown = phase === 'shown';
  const canPress = toast.action !== undefined || toast.tone === 'danger';
  return (
    <li
      className={cx(
        shown
          ? 'pointer-events-auto flex w-full animate-rise items-start gap-x-3 rounded-control py-2.5 pl-4 shadow-float sm:w-auto sm:max-w-md'
          : 'sr-only',
        shown && (canPress ? 'pr-2' : 'pr-4'),
        // Two things to do stand in a line of their own where the window is narrow.
        shown && toast.otherAction && 'flex-wrap sm:flex-nowrap',
        toast.tone === 'danger' ? 'bg-danger text-sheet' : 'bg-ink text-paper',
      )}
      onPointerEnter={() => setHeld(canPress)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toast.tone === 'danger' && shown && (
        <CircleAlert aria-hidden="true" size={18} className="mt-[5px] shrink-0" />
      )}
      <div
        role={toast.tone === 'danger' ? 'alert' : 'status'}
        className={cx('grow py-1', toast.otherAction && 'max-sm:w-[calc(100%-4rem)]')}
      >
        {phase !== 'empty' && (
          <>
            <p className="text-button">{toast.title}</p>
            {toast.description && (
              <p dir="auto" className="text-button font-normal opacity-90">
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
            toast.otherAction && 'max-sm:order-1 max-sm:-ml-2 max-sm:w-full',
          )}
        >
          <ActionButton toast={toast} action={toast.action} />
          {toast.otherAction && <ActionButton toast={toast} action={toast.otherAction} />}
        </div>
      )}
      {shown && canPress && (
        <button
          type="button"
          aria-label="Close message"
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
