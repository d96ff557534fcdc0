import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

type Variant = 'primary' | 'outline' | 'quiet' | 'danger';

const looks: Record<Variant, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  outline: 'border-rule-strong bg-sheet text-ink hover:bg-sunken',
  quiet: 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border-danger bg-sheet text-danger hover:bg-danger-wash',
};

/** Classes of a button, for links that look like one. */
export function buttonClass(variant: Variant = 'outline'): string {
  return cx(
    // Its label is in one line, unless that is longer than what contains the button.
    'inline-flex min-h-control min-w-fit items-center justify-center gap-2 rounded-control border px-3.5',
    'text-center text-button no-underline transition-[background-color,color,transform] select-none active:translate-y-px',
    'aria-disabled:opacity-60 disabled:opacity-60',
    looks[variant],
  );
}

type Props = Omit<ComponentProps<'button'>, 'aria-disabled'> & {
  variant?: Variant;
  /** Presses are ignored. Unlike `disabled`, keeps the focus. */
  'aria-disabled'?: boolean;
  /** An action is in progress: as `aria-disabled`, with a spinner before the label. */
  busy?: boolean;
};

export function Button(props: Props) {
  const { variant = 'outline', busy = false, className, children, onClick, ...rest } = props;
  const ignored = busy || rest['aria-disabled'];
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass(variant), className)}
      aria-disabled={ignored || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (ignored) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
