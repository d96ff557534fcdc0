import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type Props = {
  /** The same for all that exclude each other. */
  name: string;
  checked: boolean;
  onChoose: () => void;
  /** What it is called where its children do not say it. */
  label?: string | undefined;
  title?: string | undefined;
  className: string;
  children: ReactNode;
};

/** One box of several of which one is chosen: a real radio button lies over it, so that arrow keys move through them. */
export function Choice({ name, checked, onChoose, label, title, className, children }: Props) {
  return (
    <label
      title={title}
      className={cx(
        'relative cursor-pointer items-center rounded-control border',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        checked && 'border-primary bg-primary-wash',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        aria-label={label}
        className="absolute inset-0 cursor-pointer appearance-none outline-none"
      />
      {children}
    </label>
  );
}
