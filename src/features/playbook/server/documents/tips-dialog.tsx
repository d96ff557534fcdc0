import X from 'lucide-react/icons/x';
import { buttonClass } from '#ui/button.tsx';
import { inputClass } from '#ui/text-input.tsx';
import { tipsLimits } from '../../tips-constants.ts';
import { dialogTexts as copy } from '../../tips-texts.ts';

/** The sign-up for the tips (R-K2). Its script opens it and takes its messages from here. */
export function TipsDialog() {
  return (
    <dialog
      closedby="any"
      aria-labelledby="tips-title"
      data-tips-dialog=""
      data-failed={copy.failed}
      className="m-auto hidden w-full flex-col bg-sheet p-0 text-ink shadow-float open:flex open:animate-open max-md:h-(--window) max-md:max-h-none max-md:max-w-none md:max-h-(--window) md:max-w-[30rem] md:rounded-dialog md:border md:border-rule"
    >
      <header className="flex items-start gap-4 px-4 pt-4 pb-3 md:px-6 md:pt-5">
        <h2 id="tips-title" className="min-w-0 grow text-dialog">
          {copy.title}
        </h2>
        <button
          type="button"
          data-close=""
          aria-label={copy.close}
          className="-mt-0.5 -me-2 grid size-control shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" size={20} />
        </button>
      </header>
      <form noValidate className="flex grow flex-col">
        <div className="grid grow content-start gap-4 px-4 pb-5 md:px-6">
          <p className="text-ui text-ink-2">{copy.intro}</p>
          <div className="grid gap-1.5">
            <label htmlFor="tips-email" className="text-button">
              {copy.email}
            </label>
            <input
              id="tips-email"
              name="email"
              type="email"
              autoComplete="email"
              maxLength={254}
              required
              aria-describedby="tips-problem"
              className={`${inputClass} h-control`}
            />
            <p id="tips-problem" role="alert" className="text-meta text-danger empty:hidden" />
          </div>
          {/* Only programs see and fill in this field. */}
          <input name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" className="hidden" />
          <p className="text-meta font-normal text-ink-2">{copy.privacy}</p>
        </div>
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-rule bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:rounded-b-dialog md:px-6">
          <button type="button" data-close="" className={buttonClass('quiet')}>
            {copy.cancel}
          </button>
          <button type="submit" className={buttonClass('primary')}>
            {copy.submit}
          </button>
        </footer>
      </form>
      <div data-sent="" hidden className="flex grow flex-col">
        <div className="grow px-4 pb-5 md:px-6">
          <p role="status" data-sent-title="" data-text={copy.sent} className="text-entry font-semibold" />
          <p className="mt-2 text-ui text-ink">{copy.next(tipsLimits.confirmDays)}</p>
          <p className="mt-3 text-button font-normal text-ink-2">{copy.nothing}</p>
        </div>
        <footer className="flex justify-end border-t border-rule bg-paper px-4 py-3 md:rounded-b-dialog md:px-6">
          <button type="button" data-close="" className={buttonClass('primary')}>
            {copy.done}
          </button>
        </footer>
      </div>
    </dialog>
  );
}
