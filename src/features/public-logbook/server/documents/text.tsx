import { longWord } from '#ui/long-word.ts';

/** A text that someone wrote, with its line breaks, in its own direction. */
export function Text({ className, children }: { className: string; children: string }) {
  return (
    <p
      dir="auto"
      data-long-word={longWord(children)}
      className={`${className} wrap-anywhere whitespace-pre-wrap bidi-plain`}
    >
      {children}
    </p>
  );
}
