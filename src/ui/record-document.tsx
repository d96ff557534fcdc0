// A document of dated lines: the page of a review packet, and its print. It has no scripts, and links in its text stay text.
import type { ReactNode } from 'react';
import { longWord } from './long-word.ts';

export type DocumentLine = {
  text: string;
  /** What someone else said about it. */
  quote?: string;
  /** When it was written, and what proves it. */
  about: string;
  files: readonly ReactNode[];
  /** The author's own. */
  note?: string;
};

export type DocumentSection = { title: string; line: string; lines: readonly DocumentLine[] };

type Props = {
  title: string;
  /** Empty: not named. */
  author: string;
  period: string;
  introduction: string;
  sections: readonly DocumentSection[];
  labels: { files: string; note: string };
  /** The foot of the document. */
  children?: ReactNode;
};

export function RecordDocument({ title, author, period, introduction, sections, labels, children }: Props) {
  return (
    <article className="break-inside-auto! [print-color-adjust:exact]">
      <h1 className="text-title-phone wrap-anywhere md:text-title" dir="auto">
        {title}
      </h1>
      <p className="mt-1 text-ui text-ink-2">
        {author !== '' && (
          <>
            <bdi>{author}</bdi>
            {' · '}
          </>
        )}
        {period}
      </p>
      {introduction !== '' && <Text className="mt-6 text-entry">{introduction}</Text>}
      {sections.map((section, at) => (
        <section key={at} className="mt-9">
          {section.title !== '' && (
            <h2 className="text-month wrap-anywhere break-after-avoid" dir="auto">
              {section.title}
            </h2>
          )}
          {section.line !== '' && <Text className="mt-1 text-ui text-ink-2">{section.line}</Text>}
          <ol className="mt-3 rounded-sheet border border-rule bg-sheet">
            {section.lines.map((line, place) => (
              <Line key={place} line={line} labels={labels} />
            ))}
          </ol>
        </section>
      ))}
      {children}
    </article>
  );
}

function Line({ line, labels }: { line: DocumentLine } & Pick<Props, 'labels'>) {
  const { text, quote, about, files, note } = line;
  return (
    <li className="border-t border-rule px-4 py-4 break-inside-avoid first:border-t-0 md:px-6">
      <Text className="text-entry">{text}</Text>
      {quote !== undefined && (
        <blockquote className="mt-2 border-s-3 border-rule-strong ps-3">
          <Text className="font-serif text-slip italic">{quote}</Text>
        </blockquote>
      )}
      <p className="mt-1.5 text-meta text-ink-3">
        <bdi>{about}</bdi>
      </p>
      {files.length > 0 && (
        <ul aria-label={labels.files} className="mt-1 text-meta text-ink-3">
          {files.map((file, at) => (
            <li key={at} className="wrap-anywhere">
              {file}
            </li>
          ))}
        </ul>
      )}
      {note !== undefined && (
        <div className="mt-2 border-s-3 border-primary ps-3">
          <p className="sr-only">{labels.note}</p>
          <Text className="text-ui text-ink-2">{note}</Text>
        </div>
      )}
    </li>
  );
}

function Text({ className, children }: { className: string; children: string }) {
  return (
    <p
      dir="auto"
      data-long-word={longWord(children)}
      className={`max-w-[41.5em] wrap-anywhere whitespace-pre-wrap bidi-plain ${className}`}
    >
      {children}
    </p>
  );
}
