import { linkify } from './linkify.ts';

/** Plain text with its line breaks; addresses can be clicked, and tell their target nothing. */
export function EntryText({ text }: { text: string }) {
  return (
    <p className="max-w-[62ch] text-entry wrap-anywhere whitespace-pre-wrap">
      {linkify(text).map((part, index) =>
        part.href ? (
          <a
            key={index}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-primary underline decoration-1 underline-offset-3 hover:text-primary-hover"
          >
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
