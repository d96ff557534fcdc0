import type { ReactNode } from 'react';

type Props = { title: string; text: string; children?: ReactNode };

/** The content of a page that says or asks one thing, such as that of a link in an email: a sentence, and what to do. */
export function ShortPage({ title, text, children }: Props) {
  return (
    <>
      <h1 className="text-title-phone md:text-title">{title}</h1>
      <p className="mt-2 max-w-line text-ui wrap-anywhere text-ink-2">{text}</p>
      {children}
    </>
  );
}
