import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type Props = {
  label: string;
  /** Makes the row focusable and findable by id, so that it can take the focus when its neighbor is removed. */
  entryId?: string;
  /** The date in the gutter. */
  date: ReactNode;
  emoji: string | null;
  today: boolean;
  className?: string;
  children: ReactNode;
};

/** One row of the sheet: date and emoji in the gutter, a mark on the margin line for today, and the content. */
export function LedgerRow({ label, entryId, date, emoji, today, className, children }: Props) {
  return (
    <article
      aria-label={label}
      data-entry={entryId}
      tabIndex={entryId === undefined ? undefined : -1}
      className={cx(
        'group relative grid outline-offset-[-2px] grid-cols-[var(--gutter)_minmax(0,1fr)] shadow-[0_1px_0_var(--rule)]',
        className,
      )}
    >
      <div className="pt-[1.3125rem] pr-1 pb-3 pl-2 md:pl-4.5">
        <p
          className={cx(
            'figures text-meta font-semibold',
            today ? 'font-bold text-margin-text' : 'text-ink-2',
          )}
        >
          {date}
        </p>
        {emoji && <p className="mt-1 text-[1.25rem] leading-7">{emoji}</p>}
      </div>
      {today && (
        <span
          aria-hidden="true"
          className="absolute top-[1.6875rem] left-[calc(var(--gutter)-3px)] size-[7px] bg-margin"
        />
      )}
      <div className="min-w-0 py-[1.0625rem] pr-3 pl-[1.0625rem] md:pr-6 md:pl-[1.4375rem]">{children}</div>
    </article>
  );
}
