import { texts } from '../texts.ts';

/** "From log": the beginning of the entry that a shoutout is about (R-D2). */
export function Excerpt({ text }: { text: string }) {
  return (
    <div className="mt-3 border-t border-dashed border-rule-strong bg-sunken px-4 py-3">
      <p className="text-meta font-semibold text-ink-2">{texts.fromLog}</p>
      <p dir="auto" className="max-w-line text-ui wrap-anywhere whitespace-pre-wrap bidi-plain">
        {text}
      </p>
    </div>
  );
}
