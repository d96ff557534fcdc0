import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { requestLimits } from '#features/vouches/request-constants.ts';
import { requestRefusalTexts, requestTexts } from '#features/vouches/request-texts.ts';
import { buttonClass } from '#ui/button.tsx';
import { inputClass } from '#ui/text-input.tsx';
import { texts } from '../../texts.ts';
import { StillToast } from './still-toast.tsx';

/**
 * The form that asks a reference to confirm a vouch, for all vouches of the page. Its script opens it
 * (`web/request-form.ts`) and takes its messages from the data attributes.
 */
export function RequestDialog() {
  const { sent, failed, fields, whoReads } = requestTexts;
  const empty = requestRefusalTexts.all_fields_required;
  return (
    <>
      <dialog
        closedby="any"
        aria-labelledby="ask-title"
        data-sent={sent.title}
        data-sent-detail={sent.detail}
        data-failed={failed.title}
        data-failed-detail={failed.detail}
        data-empty={empty.title}
        data-empty-detail={empty.detail}
        className="m-auto hidden w-full flex-col bg-sheet p-0 text-ink shadow-float open:flex open:animate-open max-md:h-(--window) max-md:max-h-none max-md:max-w-none md:max-h-(--window) md:max-w-[35rem] md:rounded-dialog md:border md:border-rule"
      >
        <form noValidate className="flex min-h-0 grow flex-col overflow-y-auto">
          <header className="flex items-start gap-4 px-4 pt-4 pb-3 md:px-6 md:pt-5">
            <div className="min-w-0 grow">
              <h2 id="ask-title" className="text-dialog">
                {texts.ask.title}
              </h2>
              <p className="mt-1 text-button font-normal wrap-anywhere text-ink-2">
                {texts.ask.to} <bdi data-reference="" />
              </p>
            </div>
            <button
              type="button"
              data-close=""
              aria-label={texts.ask.close}
              className="-mt-0.5 -me-2 grid size-control shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" size={20} />
            </button>
          </header>
          <div className="dialog-content grid grow content-start gap-4 px-4 pt-1 pb-5 md:px-6">
            <Labeled label={fields.requester_name} id="ask-name">
              <input
                id="ask-name"
                name="requester_name"
                autoComplete="name"
                maxLength={requestLimits.name}
                dir="auto"
                required
                className={`${inputClass} h-control`}
              />
            </Labeled>
            <Labeled label={fields.requester_email} id="ask-email">
              <input
                id="ask-email"
                name="requester_email"
                type="email"
                autoComplete="email"
                maxLength={254}
                required
                className={`${inputClass} h-control`}
              />
            </Labeled>
            <Labeled label={fields.message} id="ask-message">
              <textarea
                id="ask-message"
                name="message"
                rows={4}
                maxLength={requestLimits.message}
                dir="auto"
                required
                className={`${inputClass} field-sizing-content max-h-[50dvh] min-h-28 resize-y py-2 leading-[1.6]`}
              />
            </Labeled>
            <p className="text-meta font-normal text-ink-2">{whoReads}</p>
          </div>
          <div data-messages="" className="contents">
            <StillToast tone="danger" />
          </div>
          <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-rule bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:rounded-b-dialog md:px-6">
            <button type="button" data-close="" className={buttonClass('quiet')}>
              {texts.ask.cancel}
            </button>
            <button type="submit" className={buttonClass('primary')}>
              {texts.ask.send}
            </button>
          </footer>
        </form>
      </dialog>
      <StillToast tone="danger" />
      <StillToast tone="plain" />
    </>
  );
}

function Labeled({ label, id, children }: { label: string; id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-button text-ink">
        {label}
      </label>
      {children}
    </div>
  );
}
