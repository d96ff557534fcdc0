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
  /** A dashed square: something that is here only for now. */
  dashed?: boolean;
  children: ReactNode;
};

/** A 7 px square in its colour and a word; no pill. */
export function Badge({ tone = 'plain', dashed = false, children }: Props) {
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-meta', tones[tone])}>
      <span
        aria-hidden="true"
        className={cx('size-[7px] shrink-0', dashed ? 'border border-dashed border-current' : 'bg-current')}
      />
      {children}
    </span>
  );
}
