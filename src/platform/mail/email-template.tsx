// The template of every email, in HTML and plain text.
import type { CSSProperties, ReactNode } from 'react';
import { light } from '../colors/colors.ts';
import { renderMailDocument } from './mail-document.tsx';
import { mailStyle } from './mail-style.ts';
import { plainText, sans } from './pieces.tsx';
import type { Body } from './sealed.ts';
import { around, start, startBorder } from './sides.ts';
import { frameTexts } from './texts.ts';

/** An email in the template. */
type TemplateContent = {
  /** A line above everything else, for replies: what is written above it is theirs. */
  marker?: string;
  heading: string;
  /** Pieces of `pieces.tsx`. */
  content: ReactNode;
  /** Why the email was sent and by whom, in whole sentences (R-J3). */
  why: string;
};

/** An email with its own layout, such as a report. It must say why it was sent and link to `stopUrl` (R-J3). */
type OwnLayout = { render: (frame: Frame) => Body };

export type EmailContent = TemplateContent | OwnLayout;

export type Frame = {
  /** Name and address of the instance. */
  instanceName: string;
  appUrl: string;
  stopUrl: string;
  subject: string;
};

/** The HTML and text parts of an email, from the same content. */
export function renderEmail(email: EmailContent, frame: Frame): Body {
  if ('render' in email) return email.render(frame);
  const html = renderMailDocument({
    title: frame.subject,
    styleSheet: mailStyle,
    look: { className: 'paper', style: { margin: 0, padding: 0, background: light.paper } },
    children: <Sheet email={email} frame={frame} />,
  });
  const text = [
    ...(email.marker === undefined ? [] : [email.marker]),
    email.heading,
    plainText(email.content),
    '--',
    `${email.why} ${frame.instanceName}: ${frame.appUrl}`,
    `${frameTexts.stop}: ${frame.stopUrl}`,
  ].join('\n\n');
  return { html, text: `${text}\n` };
}

const small = { font: `400 13px/19px ${sans}`, color: light['ink-2'] };
const link = { color: light['ink-2'], textDecoration: 'underline' };

function Sheet({ email, frame }: { email: TemplateContent; frame: Frame }) {
  return (
    <Box look="paper" cell={{ padding: '28px 12px', background: light.paper }}>
      {email.marker !== undefined && (
        <Box width="560px" look="soft" cell={{ padding: around(0, 0, 16, 21), ...small }}>
          {email.marker}
        </Box>
      )}
      <Box
        width="560px"
        look="ink"
        cell={{ padding: around(0, 0, 12, 21), font: `760 17px/22px ${sans}`, color: light.ink }}
      >
        {frame.instanceName}
      </Box>
      <Box
        width="560px"
        look="sheet"
        cell={{
          padding: around(28, 24, 14, 20),
          background: light.sheet,
          border: `1px solid ${light.rule}`,
          [startBorder]: `3px solid ${light.margin}`,
        }}
      >
        <h1 className="ink" style={{ margin: '0 0 16px', font: `740 24px/30px ${sans}`, color: light.ink }}>
          {email.heading}
        </h1>
        {email.content}
      </Box>
      <Box width="560px" look="soft" cell={{ padding: around(14, 0, 0, 21), ...small }}>
        <p style={{ margin: '0 0 6px' }}>
          {email.why}{' '}
          <a href={frame.appUrl} className="soft" style={link}>
            {frame.instanceName}
          </a>
        </p>
        <p style={{ margin: 0 }}>
          <a href={frame.stopUrl} className="soft" style={link}>
            {frameTexts.stop}
          </a>
        </p>
      </Box>
    </Box>
  );
}

type BoxProps = { width?: string; look: string; cell: CSSProperties; children: ReactNode };

// A table of one cell: all mail clients lay it out the same way.
function Box({ width = '100%', look, cell, children }: BoxProps) {
  return (
    <table
      role="presentation"
      align="center"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ width: '100%', maxWidth: width, margin: '0 auto' }}
    >
      <tbody>
        <tr>
          <td className={look} style={{ textAlign: start, ...cell }}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
