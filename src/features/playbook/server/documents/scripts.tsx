// The scripts as tabs. Without the script of the page, and on paper, one follows the other.
import { buttonClass } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { scriptTabs, type Script, type ScriptTab } from '../../script-texts.ts';
import { texts } from '../../texts.ts';

const copy = texts.scripts;

export function Scripts() {
  return (
    <>
      <p className="max-w-line break-after-avoid text-entry text-ink-2">{copy.intro}</p>
      <div data-tabs="" className="mt-4">
        <div
          role="tablist"
          aria-label={copy.tabs}
          className="double-rule-under relative flex gap-4 overflow-x-auto max-[22.5rem]:gap-2 md:gap-7 noscript:hidden print:hidden [scrollbar-width:none]"
        >
          {scriptTabs.map(({ id, label }, at) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`tab-${id}`}
              aria-controls={`panel-${id}`}
              aria-selected={at === 0}
              tabIndex={at === 0 ? 0 : -1}
              className="inline-flex min-h-control items-center tab-line text-tab whitespace-nowrap text-ink-2 transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-selected:text-ink max-[22.5rem]:text-[0.75rem] max-[22.5rem]:tracking-normal"
            >
              {label}
            </button>
          ))}
        </div>
        {scriptTabs.map((tab, at) => (
          <Panel key={tab.id} tab={tab} isFirst={at === 0} />
        ))}
      </div>
    </>
  );
}

function Panel({ tab, isFirst }: { tab: ScriptTab; isFirst: boolean }) {
  const { id, label, intro, scripts } = tab;
  return (
    <div
      role="tabpanel"
      id={`panel-${id}`}
      aria-labelledby={`tab-${id}`}
      tabIndex={0}
      className={cx('mt-5 print:block!', !isFirst && 'not-noscript:hidden')}
    >
      <h3 className="sr-only break-after-avoid text-month noscript:not-sr-only noscript:mb-2 print:not-sr-only print:mb-2">
        {label}
      </h3>
      <p className="max-w-line break-after-avoid text-ui text-ink-2">{intro}</p>
      {scripts.map((script) => (
        <Words key={script.title} script={script} />
      ))}
    </div>
  );
}

function Words({ script: { title, words } }: { script: Script }) {
  return (
    <section className="mt-5 break-inside-avoid rounded-sheet border-t border-dashed border-rule-strong bg-sunken px-4 py-3 md:px-5">
      <div className="flex items-center justify-between gap-3">
        <h4 className="text-button">{title}</h4>
        <button
          type="button"
          data-copy="script"
          aria-label={copy.copyOf(title)}
          className={`${buttonClass('quiet')} -me-2 shrink-0 noscript:hidden print:hidden`}
        >
          {copy.copy}
        </button>
      </div>
      <p
        data-words=""
        className="mt-1 max-w-serif-line font-serif text-vouch wrap-anywhere whitespace-pre-line print:text-[11pt] print:leading-[1.45]"
      >
        {words.split(/(\[[^\]]+\])/).map((part, at) =>
          part.startsWith('[') ? (
            <mark key={at} className="bg-ochre-wash text-ochre">
              {part}
            </mark>
          ) : (
            part
          ),
        )}
      </p>
    </section>
  );
}
