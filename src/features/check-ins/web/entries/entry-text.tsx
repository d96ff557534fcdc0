import { use, type MouseEvent, type ReactNode } from 'react';
import { longWord } from '#ui/long-word.ts';
import { isPlainClick } from '#ui/plain-click.ts';
import { linkify, type TextPart } from './linkify.ts';
import { TextOptionsContext, type TextOptions } from './text-options.ts';
import type { Range } from './search-marks.ts';

const linkClass = 'text-primary underline decoration-1 underline-offset-3 hover:text-primary-hover';

/** Plain text with line breaks. URLs are links without a referrer. #tags link to the entries with that tag. */
export function EntryText({ text }: { text: string }) {
  const textOptions = use(TextOptionsContext);
  const marks = textOptions.marksIn?.(text) ?? [];
  return (
    <p
      dir="auto"
      data-long-word={longWord(text)}
      className="max-w-line text-entry wrap-anywhere whitespace-pre-wrap bidi-plain"
    >
      {withMarks(linkify(text), marks).map(([part, inside]) => (
        <Part key={part.at} part={part} textOptions={textOptions} shown={marked(part, inside)} />
      ))}
    </p>
  );
}

function Part({ part, textOptions, shown }: { part: TextPart; textOptions: TextOptions; shown: ReactNode }) {
  const { href, tag } = part;
  if (href) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={linkClass}>
        {shown}
      </a>
    );
  }
  if (tag === undefined || !textOptions.tagHref) return shown;
  const open = (event: MouseEvent) => {
    if (!textOptions.openTag || !isPlainClick(event)) return;
    event.preventDefault();
    textOptions.openTag(tag);
  };
  return (
    <a
      href={textOptions.tagHref(tag)}
      onClick={open}
      className="text-primary underline decoration-rule-strong decoration-1 underline-offset-3 hover:text-primary-hover hover:decoration-current"
    >
      {shown}
    </a>
  );
}

/** The parts of the text, each with the search matches in it. Both are in order, and a match may be in several parts. */
function withMarks(parts: TextPart[], marks: Range[]): [TextPart, Range[]][] {
  let first = 0;
  return parts.map((part) => {
    while (first < marks.length && marks[first]![1] <= part.at) first++;
    let end = first;
    while (end < marks.length && marks[end]![0] < part.at + part.text.length) end++;
    return [part, marks.slice(first, end)];
  });
}

/** A part of the text, with search matches highlighted. */
function marked({ at, text }: TextPart, inside: Range[]): ReactNode {
  if (inside.length === 0) return text;
  const pieces: ReactNode[] = [];
  let done = 0;
  for (const [from, to] of inside) {
    const [first, last] = [Math.max(from - at, 0), Math.min(to - at, text.length)];
    pieces.push(
      text.slice(done, first),
      <mark key={first} className="rounded-counter bg-ochre-wash text-inherit">
        {text.slice(first, last)}
      </mark>,
    );
    done = last;
  }
  return [...pieces, text.slice(done)];
}
