import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** Look of everything that is typed into; 16 px, because smaller text makes iOS zoom. */
export const inputClass = cx(
  'w-full rounded-control border border-rule-strong bg-sheet px-3 text-ui text-ink transition-colors',
  'hover:border-ink-3 aria-invalid:border-danger disabled:opacity-60',
);

/** Plain text takes its direction from what is typed; addresses, numbers and passwords are left to right. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  const dir = type === 'text' ? 'auto' : undefined;
  return <input type={type} dir={dir} {...rest} className={cx(inputClass, 'h-control', className)} />;
}
