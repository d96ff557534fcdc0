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
      <div className="pt-[1.3125rem] pe-1 pb-3 ps-2 md:ps-4.5">
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
          className="absolute top-[1.6875rem] inset-s-[calc(var(--gutter)-3px)] size-[7px] bg-margin"
        />
      )}
      <div className="min-w-0 py-[1.0625rem] pe-3 ps-[1.0625rem] md:pe-6 md:ps-[1.4375rem]">{children}</div>
    </article>
  );
}
