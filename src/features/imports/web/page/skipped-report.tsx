import { number } from '#platform/text/language.ts';
import { skipReasons } from '../../constants.ts';
import { skipTexts, texts } from '../../texts.ts';
import type { Preview } from '../worker/messages.ts';

/** What was skipped and why: counts, and each line. */
export function SkippedReport({
  preview: { counts, skipped },
}: {
  preview: Pick<Preview, 'counts' | 'skipped'>;
}) {
  const reasons = skipReasons.filter((reason) => counts[reason]);
  const total = reasons.reduce((sum, reason) => sum + counts[reason]!, 0);
  if (total === 0) return null;
  return (
    <section aria-labelledby="import-skipped" className="grid gap-2">
      <h3 id="import-skipped" className="text-button">
        {texts.skipped(total)}
      </h3>
      <ul className="grid gap-1 text-ui text-ink-2">
        {reasons.map((reason) => (
          <li key={reason} className="flex gap-3">
            <span className="min-w-10 shrink-0 text-end tabular-nums">{number(counts[reason]!)}</span>
            {skipTexts[reason]}
          </li>
        ))}
      </ul>
      {skipped.length > 0 && (
        <details className="text-meta font-normal text-ink-2">
          <summary className="min-h-6 cursor-pointer py-1 pointer-coarse:min-h-11">
            {texts.lines(skipped.length, total)}
          </summary>
          <ol
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
            tabIndex={0}
            aria-label={texts.lines(skipped.length, total)}
            className="max-h-96 overflow-y-auto rounded-control border border-rule bg-sheet px-4 py-2"
          >
            {skipped.map(({ where, why }, index) => (
              // The same line may be skipped for two reasons.
              <li key={index} className="py-0.5 wrap-anywhere">
                <span dir="auto">{where}</span>: {skipTexts[why]}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}
