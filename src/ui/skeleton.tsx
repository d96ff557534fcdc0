import { cx } from './cx.ts';

/** Placeholder for loading content. Give it the size of the content, to avoid layout shifts. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={cx('animate-breathe rounded-sheet bg-sunken', className)} />;
}
