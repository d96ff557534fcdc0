// The frame and the pieces of every report: a complete HTML document of tables with inline styles, which mail clients
// keep. React escapes all text.
import { Fragment, type ReactNode } from 'react';
import { renderMailDocument } from '#platform/mail/mail-document.tsx';
import { frameTexts } from '#platform/mail/texts.ts';
import { withoutDirections } from '#platform/text/plain-text.ts';
import { reportTexts } from '../../document-texts.ts';
import { look, styleSheet } from './looks.ts';

/** What an email adds below the report (R-J3). */
export type MailNote = { why: string; instanceName: string; appUrl: string; stopUrl: string };

type SheetProps = {
  /** Title of the document, and the name of the PDF. */
  title: string;
  /** Lines at the end. */
  notes: string[];
  instanceName: string;
  mail?: MailNote | undefined;
  children: ReactNode;
};

/**
 * Renders a report. The document allows no scripts and no other resources, and contains no marks that change the
 * direction of text.
 */
export function renderSheet({ title, notes, instanceName, mail, children }: SheetProps): string {
  const html = renderMailDocument({
    title,
    styleSheet,
    policy: "default-src 'none'; style-src 'unsafe-inline'",
    look: look('paper'),
    children: (
      <Table {...look('table', 'paper')}>
        <Row>
          <td {...look('edge')}>{wide(notes, instanceName, mail, children)}</td>
        </Row>
      </Table>
    ),
  });
  return withoutDirections(html);
}

function wide(notes: string[], instanceName: string, mail: MailNote | undefined, children: ReactNode) {
  return (
    <Table {...look('table', 'wide')}>
      <Row>
        <td {...look('sheet')}>
          {children}
          <p {...look('note', 'footer', 'soft')}>
            {[...notes, reportTexts.madeWith(instanceName)].join(' ')}
          </p>
          {mail && <MailFooter {...mail} />}
        </td>
      </Row>
    </Table>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <tr>{children}</tr>;
}

function MailFooter({ why, instanceName, appUrl, stopUrl }: MailNote) {
  return (
    <p {...look('note', 'soft')}>
      {why}{' '}
      <a href={appUrl} {...look('link', 'soft')}>
        {instanceName}
      </a>
      <br />
      <a href={stopUrl} {...look('link', 'soft')}>
        {frameTexts.stop}
      </a>
    </p>
  );
}

type TableProps = ReturnType<typeof look> & { children: ReactNode };

/** A table for layout, which all mail clients show the same way. */
export function Table({ className, style, children }: TableProps) {
  return (
    <table
      role="presentation"
      className={className}
      style={style}
      align="center"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
    >
      <tbody>{children}</tbody>
    </table>
  );
}

export function Title({ eyebrow, title, line }: { eyebrow: string; title: string; line: string }) {
  return (
    <>
      {title !== '' && <p {...look('eyebrow', 'soft')}>{eyebrow}</p>}
      <h1 {...look('title')}>{title === '' ? eyebrow : title}</h1>
      <p {...look('line', 'soft')}>{line}</p>
    </>
  );
}

export function Heading({ children }: { children: string }) {
  return <h2 {...look('heading')}>{children}</h2>;
}

/** A person's text with its line breaks, each line in its own direction. */
export function Text({ children }: { children: string }) {
  return children.split('\n').map((line, at) => (
    <Fragment key={at}>
      {at > 0 && <br />}
      <span dir="auto">{line}</span>
    </Fragment>
  ));
}

type SlipProps = {
  from: string;
  day: string;
  /** From the log of the sender. */
  excerpt: string | null;
  children: string;
};

/** A shoutout, styled as a torn slip: the sender or recipient, and the message. */
export function Slip({ from, day, excerpt, children }: SlipProps) {
  return (
    <Table {...look('table', 'below')}>
      <tr>
        <td {...look('slip')}>
          <p {...look('from')}>
            {from} <span {...look('light', 'soft')}>{day}</span>
          </p>
          <p {...look('words')}>
            <Text>{children}</Text>
          </p>
          {excerpt !== null && (
            <p {...look('remark', 'soft')}>
              {reportTexts.fromLog}: <Text>{excerpt}</Text>
            </p>
          )}
        </td>
      </tr>
    </Table>
  );
}

/** A report in plain text, of its paragraphs. */
export function plainSheet(paragraphs: readonly string[]): string {
  return withoutDirections(paragraphs.join('\n\n'));
}

/** A shoutout in plain text. */
export function quoteText(
  from: string,
  { message, excerpt }: { message: string; excerpt: string | null },
): string {
  const quoted = `${from}\n${message.replace(/^/gm, '> ')}`;
  return excerpt === null ? quoted : `${quoted}\n${reportTexts.fromLog}: ${excerpt}`;
}
