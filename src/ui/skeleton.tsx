import { cx } from './cx.ts';

/** A place held for what is loading; give it the size of what comes, so that nothing moves. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={cx('animate-breathe rounded-sheet bg-sunken', className)} />;
}
