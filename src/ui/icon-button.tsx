import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  /** What it does, in words: read out, and shown on hover. */
  label: string;
};

/** A square button with an icon alone. */
export function IconButton({ label, className, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        'inline-grid size-control shrink-0 place-items-center rounded-control text-ink-2 transition-colors',
        'hover:bg-sunken hover:text-ink disabled:opacity-60',
        className,
      )}
    />
  );
}
