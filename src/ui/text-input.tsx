import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** Look of everything that is typed into; 16 px, because smaller text makes iOS zoom. */
export const inputClass = cx(
  'w-full rounded-control border border-rule-strong bg-sheet px-3 text-ui text-ink transition-colors',
  'hover:border-ink-3 aria-invalid:border-danger disabled:opacity-60',
);

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={cx(inputClass, 'h-control', className)} />;
}
