import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type Props = {
  /** Group name: one choice of a group is selected. */
  name: string;
  checked: boolean;
  onChoose: () => void;
  /** Accessible name, if the children have no text. */
  label?: string | undefined;
  title?: string | undefined;
  className: string;
  children: ReactNode;
};

/**
 * One option of a group, drawn as a box. A native radio button covers it, so that arrow keys work. Its scroll margin brings
 * the box's border and outline into view with it.
 */
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
        className="absolute inset-0 cursor-pointer scroll-m-1.5 appearance-none outline-none"
      />
      {children}
    </label>
  );
}
