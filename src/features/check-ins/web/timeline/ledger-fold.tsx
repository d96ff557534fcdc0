import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { cx } from '#ui/cx.ts';

type FoldProps = {
  /** The line that stays visible: a `summary`. `headingId` is the id of its heading. */
  line: ReactNode;
  headingId: string;
  children: ReactNode;
};

/** A collapsible section of the ledger: one line until it is opened. */
export function LedgerFold({ line, headingId, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDetailsElement>(null);
  // It may have been opened before React took over what the server rendered.
  useLayoutEffect(() => setOpen(ref.current?.open ?? false), []);
  return (
    <details
      ref={ref}
      className="group/fold mt-1.5"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      aria-labelledby={headingId}
    >
      {line}
      {open && <div className="pb-5">{children}</div>}
    </details>
  );
}

type LineProps = {
  headingId: string;
  /** Text in the gutter, hidden from screen readers. */
  mark?: string;
  title: string;
  /** `summary`: the line of a fold. */
  as: 'summary' | 'div';
  children?: ReactNode;
};

// Drawn by the style sheet: a long log has a hundred of these lines, and opening a dialog costs time for each element.
const chevron =
  'before:absolute before:start-[calc(var(--gutter)-1.1875rem)] before:size-1.5 before:origin-[75%_25%] before:rotate-45 ' +
  'before:mt-0.75 before:self-center before:border-t-[1.5px] before:border-e-[1.5px] before:border-ink-3 before:transition-transform ' +
  "before:content-[''] group-open/fold:before:rotate-135 mirrored:before:origin-[25%_25%] mirrored:before:-rotate-45 " +
  'mirrored:group-open/fold:before:-rotate-135';
// The height without the padding, as long as the text is in one row. It may need two on the narrowest phones.
const skipped = '[contain-intrinsic-block-size:auto_2.25rem] min-[23rem]:[content-visibility:auto]';
const fold = `list-none rounded-sheet hover:bg-sunken [&::-webkit-details-marker]:hidden ${chevron} ${skipped}`;

/** The heading of a section of the ledger, with what is next to it. */
export function LedgerLine({ headingId, mark, title, as: Line, children }: LineProps) {
  return (
    <Line
      className={cx(
        'relative flex min-h-12 flex-wrap content-center items-baseline gap-x-2 py-1.5 pe-1',
        'ps-[calc(var(--gutter)+1.0625rem)] md:ps-[calc(var(--gutter)+1.4375rem)]',
        Line === 'summary' && fold,
      )}
    >
      {mark && (
        <span
          aria-hidden="true"
          className="figures absolute start-2 self-center text-meta font-semibold text-ink-3 md:start-4.5"
        >
          {mark}
        </span>
      )}
      <h2 id={headingId} className="text-month">
        {title}
      </h2>
      {children}
    </Line>
  );
}
