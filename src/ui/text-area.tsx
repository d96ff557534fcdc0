import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { inputClass } from './text-input.tsx';

type Props = ComponentProps<'textarea'> & { rows?: number };

/**
 * Grows with its content up to half of the window, or a third with few `rows`, by `field-sizing` or, if unsupported, by measuring. Each paragraph
 * takes the direction of its text.
 */
export function TextArea({ className, rows = 4, onInput, ...rest }: Props) {
  return (
    <textarea
      dir="auto"
      {...rest}
      rows={rows}
      className={cx(
        inputClass,
        'field-sizing-content resize-y py-2 leading-[1.6]',
        rows > 2 ? 'max-h-[50dvh] min-h-28' : 'max-h-[30dvh] min-h-16',
        className,
      )}
      onInput={(event) => {
        if (!CSS.supports('field-sizing', 'content')) {
          const area = event.currentTarget;
          area.style.height = 'auto';
          area.style.height = `${area.scrollHeight + 2}px`;
        }
        onInput?.(event);
      }}
    />
  );
}
