// What mails are written with. Each piece knows its look (tables and inline styles, which is what mail programs keep) and
// its plain words, so that both parts of a mail come from one source. Pieces take text and other pieces, no other tags.
import { Fragment, isValidElement, type ReactNode } from 'react';

/** The ledger's light colours; a light sheet stays readable in programs that darken mails. */
export const colours = {
  paper: '#f1f8f2',
  sheet: '#fbfefc',
  sunken: '#e7f0e9',
  rule: '#ccdbd1',
  ink: '#14241f',
  inkSoft: '#46554f',
  primary: '#0f593f',
  onPrimary: '#f6fcf7',
  margin: '#e14b39',
} as const;
export const sans = "'Schibsted Grotesk', 'Helvetica Neue', Helvetica, Arial, sans-serif";
const serif = "Newsreader, Georgia, 'Times New Roman', serif";

type Words = { children: ReactNode };

export function Paragraph({ children }: Words) {
  return <p style={{ margin: '0 0 16px', font: `400 16px/25px ${sans}`, color: colours.ink }}>{children}</p>;
}

/** Somebody's own words, with their line breaks. */
export function Quote({ children }: { children: string }) {
  return (
    <p
      style={{
        margin: '0 0 16px',
        padding: '12px 16px',
        background: colours.sunken,
        borderTop: `1px dashed ${colours.rule}`,
        font: `italic 400 18px/27px ${serif}`,
        color: colours.ink,
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

/** The one thing to do, as a button; the address stands in the text part. */
export function Action({ href, children }: { href: string; children: string }) {
  return (
    <p style={{ margin: '8px 0 24px' }}>
      <a
        href={href}
        style={{
          display: 'inline-block',
          padding: '11px 18px',
          borderRadius: '6px',
          background: colours.primary,
          font: `600 15px/20px ${sans}`,
          color: colours.onPrimary,
          textDecoration: 'none',
        }}
      >
        {children}
      </a>
    </p>
  );
}

type Piece = typeof Paragraph | typeof Quote | typeof Action;

/** The plain words of the pieces, a blank line between two. Throws on a tag that is no piece. */
export function plainText(node: ReactNode): string {
  return blocks(node)
    .filter((block) => block !== '')
    .join('\n\n');
}

function blocks(node: ReactNode): string[] {
  if (Array.isArray(node)) return (node as ReactNode[]).flatMap(blocks);
  if (!isValidElement<{ children?: ReactNode; href?: string }>(node)) return [words(node)];
  const { type, props } = node;
  switch (type as Piece) {
    case Paragraph:
      return [words(props.children)];
    case Quote:
      return [words(props.children).replace(/^/gm, '> ')];
    case Action:
      return [`${words(props.children)}:\n${props.href}`];
    default:
      if (typeof type === 'string') throw new Error(`A mail is written in pieces, not in <${type}>.`);
      return blocks(typeof type === 'function' ? callPiece(type, props) : props.children);
  }
}

// Components that are made of pieces have no state: calling one shows what is in it.
function callPiece(type: unknown, props: object): ReactNode {
  return (type as (props: object) => ReactNode)(props);
}

function words(node: ReactNode): string {
  if (isValidElement(node)) throw new Error('A piece of a mail takes plain words.');
  if (Array.isArray(node)) return (node as ReactNode[]).map(words).join('');
  return typeof node === 'string' || typeof node === 'number' ? String(node) : '';
}
