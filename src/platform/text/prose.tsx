// Renders parsed Markdown. The style sheet of content pages gives `.prose` its typography.
import { Fragment, type ReactNode } from 'react';
import type { Block, Inline } from './markdown.ts';

/** A running text. Each heading is a link to itself. */
export function Prose({ content }: { content: readonly Block[] }) {
  return <div className="prose">{content.map(block)}</div>;
}

function block(part: Block, index: number): ReactNode {
  switch (part.kind) {
    case 'heading':
      return <Heading key={index} {...part} />;
    case 'paragraph':
      return <p key={index}>{inlines(part.content)}</p>;
    case 'list': {
      const items = part.items.map((item, n) => <li key={n}>{itemOf(item)}</li>);
      return part.start === null ? (
        <ul key={index}>{items}</ul>
      ) : (
        <ol key={index} start={part.start}>
          {items}
        </ol>
      );
    }
    case 'quote':
      return <blockquote key={index}>{part.content.map(block)}</blockquote>;
    case 'rule':
      return <hr key={index} />;
  }
}

/** A single paragraph in an item needs no element. */
function itemOf(item: Block[]): ReactNode {
  const [first] = item;
  return item.length === 1 && first?.kind === 'paragraph' ? inlines(first.content) : item.map(block);
}

function Heading({ level, id, content }: Extract<Block, { kind: 'heading' }>) {
  const Level = level === 2 ? 'h2' : 'h3';
  return (
    <Level id={id}>
      <a href={`#${id}`}>{inlines(content)}</a>
    </Level>
  );
}

function inlines(content: readonly Inline[]): ReactNode {
  return content.map((part, index) => <Fragment key={index}>{inline(part)}</Fragment>);
}

function inline(part: Inline): ReactNode {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'strong':
      return <strong>{inlines(part.content)}</strong>;
    case 'emphasis':
      return <em>{inlines(part.content)}</em>;
    case 'code':
      return <code>{part.text}</code>;
    case 'link':
      return (
        <a href={part.href} rel={part.href.startsWith('https:') ? 'noopener' : undefined}>
          {inlines(part.content)}
        </a>
      );
    case 'break':
      return <br />;
  }
}
