import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { inputClass } from './text-input.tsx';

/** Scripts without spaces between words, whose lines browsers break by a dictionary. */
const wordless = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** The dictionary costs more than a frame per key in longer runs, which no sentence has. */
const longestRun = 2000;

/** Whether lines break between any two letters, instead of between words that would take too long to find. */
function breaksAnywhere(text: unknown): boolean {
  if (typeof text !== 'string' || text.length <= longestRun) return false;
  return text.split(/\s/).some((run) => run.length > longestRun && wordless.test(run));
}

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
      data-wordless={breaksAnywhere(rest.value ?? rest.defaultValue) || undefined}
      className={cx(
        inputClass,
        'field-sizing-content resize-y py-2 leading-[1.6] data-wordless:[line-break:anywhere]',
        rows > 2 ? 'max-h-[50dvh] min-h-28' : 'max-h-[30dvh] min-h-16',
        className,
      )}
      onInput={(event) => {
        const area = event.currentTarget;
        area.toggleAttribute('data-wordless', breaksAnywhere(area.value));
        if (!CSS.supports('field-sizing', 'content')) {
          area.style.height = 'auto';
          area.style.height = `${area.scrollHeight + 2}px`;
        }
        onInput?.(event);
      }}
    />
  );
}
