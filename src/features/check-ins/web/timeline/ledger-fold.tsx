import ChevronRight from 'lucide-react/icons/chevron-right';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

type FoldProps = {
  /** The line that stays visible. `headingId` is the id of its heading. */
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
      <summary className="list-none rounded-sheet hover:bg-sunken [&::-webkit-details-marker]:hidden">
        {line}
      </summary>
      {open && <div className="pb-5">{children}</div>}
    </details>
  );
}

type LineProps = {
  headingId: string;
  /** Text in the gutter, hidden from screen readers. */
  mark?: string;
  title: string;
  collapsible: boolean;
  children?: ReactNode;
};

export function LedgerLine({ headingId, mark, title, collapsible, children }: LineProps) {
  return (
    <div className="grid [content-visibility:auto] [contain-intrinsic-block-size:auto_3rem] min-h-12 grid-cols-[var(--gutter)_minmax(0,1fr)] items-center">
      <span
        aria-hidden="true"
        className="figures flex items-center justify-between pe-1.5 ps-2 text-meta font-semibold text-ink-3 md:ps-4.5"
      >
        {mark}
        {collapsible && (
          <ChevronRight
            size={16}
            className="ms-auto transition-transform mirrored:-scale-x-100 group-open/fold:rotate-90 mirrored:group-open/fold:-rotate-90"
          />
        )}
      </span>
      <div className="flex flex-wrap items-baseline gap-x-2 py-1.5 pe-1 ps-[1.0625rem] md:ps-[1.4375rem]">
        <h2 id={headingId} className="text-month">
          {title}
        </h2>
        {children}
      </div>
    </div>
  );
}
