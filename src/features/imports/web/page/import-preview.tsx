import type { ReactNode } from 'react';
import { longDay } from '#platform/reader/formats.ts';
import { texts } from '../../texts.ts';
import type { Preview } from '../worker/messages.ts';

export const foundId = 'import-found';

type Props = {
  preview: Preview;
  timeZone: string;
  /** What can be done with it. */
  action: ReactNode;
};

/** How much was found, and the newest of it. */
export function ImportPreview({ preview, timeZone, action }: Props) {
  const { total, groups, span, first } = preview;
  return (
    <section aria-labelledby={foundId} className="grid gap-3">
      <div>
        <h3 id={foundId} className="text-month">
          {texts.summary(total, groups)}
        </h3>
        {span && (
          <p className="text-ui text-ink-2">
            {texts.span(longDay(span[0], timeZone), longDay(span[1], timeZone))}
          </p>
        )}
      </div>
      {action}
      {first.length > 0 && (
        <>
          <p className="text-meta text-ink-2">{texts.preview(first.length, total)}</p>
          <ul className="divide-y divide-rule rounded-sheet border border-rule bg-sheet">
            {first.map(({ sourceId, at, text, group, reason, files }) => (
              <li key={sourceId} className="grid gap-0.5 px-4 py-3">
                <p className="flex flex-wrap gap-x-2 text-meta text-ink-2">
                  <time dateTime={at}>{longDay(at, timeZone)}</time>
                  {group && (
                    <span dir="auto" className="min-w-0 wrap-anywhere">
                      {group}
                    </span>
                  )}
                </p>
                <p dir="auto" className="line-clamp-4 text-ui wrap-anywhere whitespace-pre-line">
                  {text}
                </p>
                {reason && <p className="text-meta font-normal wrap-anywhere text-ink-3">{reason}</p>}
                {files && <p className="text-meta font-normal text-ink-3">{texts.withFiles(files.length)}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
