// Parses the Markdown of our own texts into a small tree: headings of levels 2 and 3, paragraphs, lists, quotes, rules,
// bold, emphasis, code, links and line breaks. Anything else, such as raw HTML, is refused.
import { lexer, type MarkedToken, type Token } from 'marked';
import { plainSlug } from './plain-slug.ts';

export type Inline =
  | string
  | { kind: 'strong' | 'emphasis'; content: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; content: Inline[] }
  | { kind: 'break' };

export type Block =
  /** The id is unique in the document. */
  | { kind: 'heading'; level: 2 | 3; id: string; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  /** `start`: the first number. Null: bullets. */
  | { kind: 'list'; start: number | null; items: Block[][] }
  | { kind: 'quote'; content: Block[] }
  | { kind: 'rule' };

/** Of a text that cannot be shown. The message is a sentence. */
export class MarkdownFault extends Error {}

/** Ids of other elements of the page. */
const takenIds = ['main', 'root'];

/** Throws `MarkdownFault`. */
export function parseMarkdown(text: string): Block[] {
  const ids = new Set(takenIds);
  const unique = (content: Inline[]) => {
    const wanted = plainSlug(textOf(content)) || 'section';
    let id = wanted;
    for (let n = 2; ids.has(id); n++) id = `${wanted}-${n}`;
    ids.add(id);
    return id;
  };
  return blocks(lexer(text), unique);
}

/** The number of words, without markup. */
export function wordsIn(content: readonly Block[]): number {
  return content.reduce((sum, block) => sum + wordsOf(block), 0);
}

/** The text without markup. */
export function textOf(content: readonly Inline[]): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part.kind === 'break') return ' ';
      return part.kind === 'code' ? part.text : textOf(part.content);
    })
    .join('');
}

/** A text as Markdown that shows exactly this text. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

function wordsOf(block: Block): number {
  switch (block.kind) {
    case 'rule':
      return 0;
    case 'list':
      return block.items.reduce((sum, item) => sum + wordsIn(item), 0);
    case 'quote':
      return wordsIn(block.content);
    case 'heading':
    case 'paragraph':
      return textOf(block.content)
        .split(/\s+/)
        .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  }
}

type IdOf = (content: Inline[]) => string;

function blocks(tokens: readonly Token[], idOf: IdOf): Block[] {
  return tokens.filter(({ type }) => type !== 'space').map((token) => block(known(token), idOf));
}

function block(token: MarkedToken, idOf: IdOf): Block {
  switch (token.type) {
    case 'heading': {
      const level = token.depth;
      if (level !== 2 && level !== 3)
        throw new MarkdownFault(`The heading "${token.text}" is not of level 2 or 3.`);
      const content = inlines(token.tokens);
      // The whole heading is a link to itself.
      if (content.some((part) => typeof part !== 'string' && part.kind === 'link'))
        throw new MarkdownFault(`The heading "${token.text}" has a link.`);
      return { kind: 'heading', level, id: idOf(content), content };
    }
    case 'paragraph':
      return { kind: 'paragraph', content: inlines(token.tokens) };
    // The text of a list item without paragraphs.
    case 'text':
      return { kind: 'paragraph', content: inlines(token.tokens ?? [token]) };
    case 'list':
      return {
        kind: 'list',
        start: token.ordered && token.start !== '' ? token.start : null,
        items: token.items.map((item) => blocks(item.tokens, idOf)),
      };
    case 'blockquote':
      return { kind: 'quote', content: blocks(token.tokens, idOf) };
    case 'hr':
      return { kind: 'rule' };
    default:
      return refused(token);
  }
}

function inlines(tokens: readonly Token[]): Inline[] {
  return tokens.map((token) => inline(known(token)));
}

function inline(token: MarkedToken): Inline {
  switch (token.type) {
    case 'text':
      return plainText(token.text);
    case 'escape':
      return token.text;
    case 'strong':
      return { kind: 'strong', content: inlines(token.tokens) };
    case 'em':
      return { kind: 'emphasis', content: inlines(token.tokens) };
    case 'codespan':
      return { kind: 'code', text: token.text };
    case 'link':
      return { kind: 'link', href: linkTarget(token.href), content: inlines(token.tokens) };
    case 'br':
      return { kind: 'break' };
    default:
      return refused(token);
  }
}

/** A line break within a paragraph is a space. */
function plainText(text: string): string {
  const entity = /&#?\w+;/.exec(text);
  if (entity) throw new MarkdownFault(`${entity[0]} is shown as it is: write the character itself.`);
  return text.replace(/\s*\n\s*/g, ' ');
}

/** A path on this host, a heading, an https address, or an email address. */
function linkTarget(href: string): string {
  if (/^(#[\w-]+|\/(?![/\\])[\w\-./?=&%#]*)$/.test(href)) return href;
  const isElsewhere = /^(https:\/\/|mailto:)/.test(href) && URL.canParse(href);
  if (!isElsewhere) throw new MarkdownFault(`A link may not lead to ${href}.`);
  return href;
}

function refused({ type, raw }: MarkedToken): never {
  throw new MarkdownFault(`Not supported here (${type}): ${raw.trim().slice(0, 60)}`);
}

const kinds = new Set(
  `heading paragraph text list blockquote hr html code table def space
   escape strong em codespan link br image del checkbox list_item`.split(/\s+/),
);
/** Extensions can add tokens of other kinds, but there are none. */
const isKnown = (token: Token): token is MarkedToken => kinds.has(token.type);

function known(token: Token): MarkedToken {
  if (!isKnown(token)) throw new MarkdownFault(`Not supported here: ${token.type}`);
  return token;
}
