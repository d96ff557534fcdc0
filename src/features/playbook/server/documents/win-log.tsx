// The list of wins (R-K1). Its script fills it in: rows are copies of the two templates.
import { buttonClass } from '#ui/button.tsx';
import { inputClass } from '#ui/text-input.tsx';
import { saveWinsPath } from '../../constants.ts';
import { texts } from '../../texts.ts';

const copy = texts.wins;
const areaClass = `${inputClass} field-sizing-content max-h-[40dvh] min-h-16 resize-y py-2 leading-[1.6]`;

export function WinLog({ instanceName }: { instanceName: string }) {
  return (
    <div data-win-log="">
      <p className="max-w-line break-after-avoid text-entry text-ink-2">{copy.intro}</p>
      <Examples />
      <noscript>
        <p className="mt-4 max-w-line text-entry text-ink-2">{copy.noScript}</p>
      </noscript>
      <div className="noscript:hidden">
        <form data-add="" noValidate className="mt-5 grid gap-1.5 print:hidden">
          <label htmlFor="win" className="text-button">
            {copy.label}
          </label>
          <textarea
            id="win"
            dir="auto"
            rows={2}
            aria-describedby="win-problem win-note"
            className={areaClass}
          />
          <p id="win-problem" role="alert" className="text-meta text-danger empty:hidden" />
          <div className="flex flex-wrap items-center gap-3">
            <button type="submit" className={buttonClass('primary')}>
              {copy.add}
            </button>
            <span data-count="" className="figures text-meta text-ink-2" />
          </div>
        </form>
        <p id="win-note" data-note="" className="mt-3 max-w-line text-button font-normal text-ink-2">
          {copy.kept}
        </p>
        <div className="mt-2 flex min-h-control items-center gap-2 print:hidden">
          <p role="status" data-status="" className="text-button font-normal text-ink" />
          <button type="button" data-undo="" hidden className={buttonClass('quiet')}>
            {copy.undo}
          </button>
        </div>
        <ol data-wins="" aria-label={copy.list} className="border-t border-rule empty:hidden" />
        <p data-actions="" hidden className="mt-4 flex flex-wrap gap-2 print:hidden">
          <a href={saveWinsPath} data-save="" className={buttonClass('primary')}>
            {copy.saveAll(instanceName)}
          </a>
          <button type="button" data-copy="wins" className={buttonClass('outline')}>
            {copy.copyAll}
          </button>
        </p>
        <template data-row="">
          <li className="flex items-start gap-3 border-b border-rule py-2 ps-3 [box-shadow:inset_1px_0_0_var(--margin)]">
            <p
              data-text=""
              dir="auto"
              className="min-w-0 grow py-1.5 text-entry wrap-anywhere whitespace-pre-wrap"
            />
            <span className="flex shrink-0 max-md:flex-col print:hidden">
              <button type="button" data-edit="" className={buttonClass('quiet')}>
                {copy.edit}
              </button>
              <button type="button" data-remove="" className={buttonClass('quiet')}>
                {copy.remove}
              </button>
            </span>
          </li>
        </template>
        <template data-editor="">
          <li className="border-b border-rule py-3 ps-3 [box-shadow:inset_1px_0_0_var(--margin)]">
            <form noValidate className="grid gap-1.5">
              <textarea dir="auto" rows={2} aria-label={copy.editLabel} className={areaClass} />
              <p role="alert" className="text-meta text-danger empty:hidden" />
              <span className="flex gap-2">
                <button type="submit" className={buttonClass('outline')}>
                  {copy.save}
                </button>
                <button type="button" data-cancel="" className={buttonClass('quiet')}>
                  {copy.cancel}
                </button>
              </span>
            </form>
          </li>
        </template>
      </div>
    </div>
  );
}

/** Shown as a list; the script shows one after the other, unless the reader wants less motion. */
function Examples() {
  return (
    <div
      data-examples=""
      data-pause={copy.pause}
      data-play={copy.play}
      className="group mt-4 flex items-start gap-x-3 gap-y-1 max-md:flex-col"
    >
      <ul className="grid min-w-0 grow gap-3 group-data-rotating:gap-0 max-md:w-full print:gap-3!">
        {copy.examples.map((example) => (
          <li
            key={example}
            className="border-s-3 border-rule-strong ps-4 font-serif text-slip wrap-anywhere text-ink italic group-data-rotating:invisible group-data-rotating:[grid-area:1/1] group-data-rotating:data-shown:visible group-data-rotating:data-shown:animate-open print:visible! print:[grid-area:auto]!"
          >
            {example}
          </li>
        ))}
      </ul>
      <button type="button" hidden className={`${buttonClass('quiet')} shrink-0 max-md:-ms-3.5 print:hidden`}>
        {copy.pause}
      </button>
    </div>
  );
}
