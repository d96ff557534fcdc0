import type { CSSProperties, ReactNode, Ref } from 'react';

type Props = {
  ref?: Ref<HTMLDivElement>;
  /** The expected height in pixels of a sheet that is far from the viewport, whose content the browser then skips. */
  farHeight?: number | undefined;
  children: ReactNode;
};

/** The sheet behind the rows, with the margin line through all of them. */
export function LedgerSheet({ ref, farHeight, children }: Props) {
  const skipped: CSSProperties | undefined =
    farHeight === undefined
      ? undefined
      : { contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${farHeight}px` };
  return (
    <div
      ref={ref}
      style={skipped}
      className="relative overflow-clip rounded-sheet border border-rule bg-sheet"
    >
      <span
        aria-hidden="true"
        className="absolute inset-y-0 inset-s-[calc(var(--gutter)-1px)] w-px bg-margin opacity-65"
      />
      {children}
    </div>
  );
}
