// The document of emails and reports: self-contained, because mail clients load nothing.
import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { language } from '../text/language.ts';

type MailDocument = {
  title: string;
  styleSheet: string;
  /** The content security policy, for documents that are also opened in a browser. */
  policy?: string;
  /** The look of the body. */
  look: { className: string; style: CSSProperties };
  children: ReactNode;
};

export function renderMailDocument({ title, styleSheet, policy, look, children }: MailDocument): string {
  const html = (
    <html lang={language.tag} dir={language.direction}>
      <head>
        <meta charSet="utf-8" />
        {policy !== undefined && <meta httpEquiv="Content-Security-Policy" content={policy} />}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{styleSheet}</style>
      </head>
      <body {...look}>{children}</body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(html)}`;
}
