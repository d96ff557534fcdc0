import type { ReactNode, Ref } from 'react';

/** The sheet behind the rows, with the margin line through all of them. */
export function LedgerSheet({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} className="relative overflow-clip rounded-sheet border border-rule bg-sheet">
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-[calc(var(--gutter)-1px)] w-px bg-margin opacity-65"
      />
      {children}
    </div>
  );
}
