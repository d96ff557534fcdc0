import type { CSSProperties, ReactNode, Ref } from 'react';
import { estimateHeight } from './row-height.ts';

type Props = {
  ref?: Ref<HTMLDivElement>;
  /** The number of rows of a sheet that is far from the viewport, whose content the browser then skips. */
  farRows?: number | undefined;
  children: ReactNode;
};

/** The sheet behind the rows, with the margin line through all of them. */
export function LedgerSheet({ ref, farRows, children }: Props) {
  const skipped: CSSProperties | undefined =
    farRows === undefined
      ? undefined
      : { contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${estimateHeight(farRows)}px` };
  return (
    <div
      ref={ref}
      style={skipped}
      className="relative overflow-clip rounded-sheet border border-rule bg-sheet"
    >
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-[calc(var(--gutter)-1px)] w-px bg-margin opacity-65"
      />
      {children}
    </div>
  );
}
