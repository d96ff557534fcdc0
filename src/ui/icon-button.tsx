import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  /** What the button does: its accessible name and tooltip. */
  label: string;
};

/** A square button that shows only an icon. */
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
