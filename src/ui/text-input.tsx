import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** Classes of all text fields. The font is 16 px, because iOS zooms into smaller text. */
export const inputClass = cx(
  'w-full rounded-control border border-rule-strong bg-sheet px-3 text-ui text-ink transition-colors',
  'hover:border-ink-3 aria-invalid:border-danger disabled:opacity-60',
);

/** Plain text takes its direction from the input. Emails, URLs, numbers and passwords are left to right. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  const dir = type === 'text' ? 'auto' : undefined;
  return <input type={type} dir={dir} {...rest} className={cx(inputClass, 'h-control', className)} />;
}
