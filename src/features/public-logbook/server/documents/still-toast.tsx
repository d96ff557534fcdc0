import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { cx } from '#ui/cx.ts';

type Props = {
  tone: 'plain' | 'danger';
  /** Without a title, it is hidden until a script fills it in (`web/request-form.ts`). */
  title?: string;
  detail?: string;
};

/** Looks like a toast of the app, on a page without it. */
export function StillToast({ tone, title, detail }: Props) {
  const danger = tone === 'danger';
  return (
    <div data-toast={tone} hidden={title === undefined} className="toast-host">
      <ol className="grid justify-items-end gap-2">
        <li
          className={cx(
            'flex w-full animate-rise items-start gap-x-3 rounded-control px-4 py-3.5 shadow-float sm:w-auto sm:max-w-[28rem]',
            danger ? 'bg-danger text-sheet' : 'bg-ink text-paper',
          )}
        >
          {danger && <CircleAlert aria-hidden="true" size={18} className="mt-px shrink-0" />}
          <div role={danger ? 'alert' : 'status'} className="min-w-0 wrap-anywhere">
            <p className="text-button">{title}</p>
            <p className="text-button font-normal opacity-90">{detail}</p>
          </div>
        </li>
      </ol>
    </div>
  );
}
