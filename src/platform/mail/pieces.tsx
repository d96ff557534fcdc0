// The building blocks of emails. Each piece renders HTML (tables and inline styles, which mail clients keep) and plain
// text, so both parts of an email have one source. Pieces contain text and other pieces, no other tags.
import { Fragment, isValidElement, type ReactNode } from 'react';
import { light } from '../colors/colors.ts';

export const sans = "'Schibsted Grotesk', 'Helvetica Neue', Helvetica, Arial, sans-serif";
export const serif = "Newsreader, Georgia, 'Times New Roman', serif";

type TextProps = { children: ReactNode };

export function Paragraph({ children }: TextProps) {
  return (
    <p className="ink" style={{ margin: '0 0 16px', font: `400 16px/25px ${sans}`, color: light.ink }}>
      {children}
    </p>
  );
}

/** A user's text, with its line breaks. */
export function Quote({ children }: { children: string }) {
  return (
    <p
      className="quote"
      dir="auto"
      style={{
        margin: '0 0 16px',
        padding: '12px 16px',
        background: light.sunken,
        borderTop: `1px dashed ${light.rule}`,
        font: `italic 400 18px/27px ${serif}`,
        color: light.ink,
      }}
    >
      {children.split('\n').map((line, at) => (
        <Fragment key={at}>
          {at > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </p>
  );
}

/** The primary action, as a button. The text part shows its URL. */
export function Action({ href, children }: { href: string; children: string }) {
  return (
    <p style={{ margin: '8px 0 24px' }}>
      <a
        href={href}
        className="action"
        style={{
          display: 'inline-block',
          padding: '11px 18px',
          borderRadius: '6px',
          background: light.primary,
          font: `600 15px/20px ${sans}`,
          color: light['on-primary'],
          textDecoration: 'none',
        }}
      >
        {children}
      </a>
    </p>
  );
}

/** A less important action, as a link. */
export function QuietAction({ href, children }: { href: string; children: string }) {
  return (
    <p style={{ margin: '0 0 16px', font: `400 14px/20px ${sans}` }}>
      <a href={href} className="soft" style={{ color: light['ink-2'], textDecoration: 'underline' }}>
        {children}
      </a>
    </p>
  );
}

type Piece = typeof Paragraph | typeof Quote | typeof Action | typeof QuietAction;

/** The plain text of the pieces, separated by blank lines. Throws on a tag that is not a piece. */
export function plainText(node: ReactNode): string {
  return blocks(node)
    .filter((block) => block !== '')
    .join('\n\n');
}

function blocks(node: ReactNode): string[] {
  if (Array.isArray(node)) return (node as ReactNode[]).flatMap(blocks);
  if (!isValidElement<{ children?: ReactNode; href?: string }>(node)) return [textOf(node)];
  const { type, props } = node;
  switch (type as Piece) {
    case Paragraph:
      return [textOf(props.children)];
    case Quote:
      return [textOf(props.children).replace(/^/gm, '> ')];
    case Action:
    case QuietAction:
      return [`${textOf(props.children)}:\n${props.href}`];
    default:
      if (typeof type === 'string') throw new Error(`Emails are made of pieces, not of <${type}>.`);
      return blocks(typeof type === 'function' ? expand(type, props) : props.children);
  }
}

// Components made of pieces have no state: calling one returns its content.
function expand(type: unknown, props: object): ReactNode {
  return (type as (props: object) => ReactNode)(props);
}

function textOf(node: ReactNode): string {
  if (isValidElement(node)) throw new Error('A piece of an email contains only plain text.');
  if (Array.isArray(node)) return (node as ReactNode[]).map(textOf).join('');
  return typeof node === 'string' || typeof node === 'number' ? String(node) : '';
}
