import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const tones = {
  plain: 'text-ink-2',
  primary: 'text-primary',
  sky: 'text-sky',
  ochre: 'text-ochre',
};

type Props = {
  tone?: keyof typeof tones;
  /** A dashed square marks a temporary state. */
  dashed?: boolean;
  /** Shown on hover. */
  title?: string;
  children: ReactNode;
};

/** A colored 7 px square and a label, without a pill. */
export function Badge({ tone = 'plain', dashed = false, title, children }: Props) {
  return (
    <span title={title} className={cx('inline-flex items-center gap-1.5 text-meta', tones[tone])}>
      <span
        aria-hidden="true"
        className={cx('size-[7px] shrink-0', dashed ? 'border border-dashed border-current' : 'bg-current')}
      />
      <span className="self-baseline">{children}</span>
    </span>
  );
}
