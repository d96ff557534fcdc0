import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import type { PageId } from '../../constants.ts';
import { formatTexts } from '../../format-texts.ts';
import { texts } from '../../texts.ts';

/** Where to get the file of a format. */
export function WhereToGet({ format }: { format: PageId }) {
  const { steps, perProgram } = formatTexts[format];
  const List = perProgram ? 'ul' : 'ol';
  return (
    <section aria-labelledby="import-where" className="grid gap-1">
      <h3 id="import-where" className="text-button">
        {texts.where}
      </h3>
      <List className={cx('grid gap-1 ps-5 text-ui text-ink-2', perProgram ? 'list-disc' : 'list-decimal')}>
        {steps.map((step) => (
          <li key={step} className="wrap-anywhere">
            {withCode(step)}
          </li>
        ))}
      </List>
    </section>
  );
}

/** Text between backticks as code. */
function withCode(step: string): ReactNode[] {
  return step.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={part} className="text-meta">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
