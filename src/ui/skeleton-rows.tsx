import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

type Props = {
  /** A class for each row: how much of its line it fills. The document allows no style attributes. */
  widths: readonly `w-${string}`[];
  /** What stands in the gutter of each. */
  gutter?: ReactNode;
};

/** The place of a sheet with rows, and its margin rule, while they are read. */
export function SkeletonRows({ widths, gutter = <span /> }: Props) {
  return (
    <div className="relative rounded-sheet border border-rule bg-sheet" aria-hidden="true">
      <span className="absolute inset-y-0 left-[calc(var(--gutter)-1px)] w-px bg-margin opacity-65" />
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
