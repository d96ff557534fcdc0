import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

type Props = {
  /** A width class per row, because the content security policy forbids style attributes. */
  widths: readonly `w-${string}`[];
  /** Content of each row's gutter. */
  gutter?: ReactNode;
};

/** Placeholder for a list and its margin rule while the rows are loading. */
export function SkeletonRows({ widths, gutter = <span /> }: Props) {
  return (
    <div className="relative rounded-sheet border border-rule bg-sheet" aria-hidden="true">
      <span className="absolute inset-y-0 inset-s-[calc(var(--gutter)-1px)] w-px bg-margin opacity-65" />
      {widths.map((width) => (
        <div
          key={width}
          className="grid grid-cols-[var(--gutter)_1fr] py-5 shadow-[0_1px_0_var(--rule)] last:shadow-none"
        >
          {gutter}
          <div className="px-6">
            <div className={width}>
              <Skeleton className="h-4.5" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
