import { longWord } from '#ui/long-word.ts';
import type { ImportedRecord } from '../contract.ts';
import { shownShoutout } from '../rules.ts';

/** The text of a shoutout of another instance. */
export function RecordedShoutout({ row }: { row: ImportedRecord }) {
  const { message, excerpt } = shownShoutout(row.record);
  return (
    <>
      <p
        dir="auto"
        data-long-word={longWord(message)}
        className="mt-1 max-w-serif-line font-serif text-slip wrap-anywhere whitespace-pre-wrap italic bidi-plain"
      >
        {message}
      </p>
      {excerpt && (
        <p dir="auto" className="mt-1 max-w-line text-meta wrap-anywhere text-ink-2 bidi-plain">
          {excerpt}
        </p>
      )}
    </>
  );
}
