// Renders the Markdown of our own texts: headings of levels 2 and 3, paragraphs, lists, quotes, rules, bold, emphasis,
// code, links and line breaks, and blocks of code where a text has them. Anything else, such as raw HTML, is refused.
import { Marked, type MarkedToken } from 'marked';
import { escapeHtml } from './escape-html.ts';
import { plainSlug } from './plain-slug.ts';

/** `words`: how many there are, without markup. */
export type RunningText = { html: string; words: number };

/** Thrown for a text that cannot be shown. The message is a sentence. */
export class MarkdownError extends Error {}

const allowed = new Set(
  'space heading paragraph text list list_item blockquote hr escape strong em codespan link br'.split(' '),
);
/** Ids of other elements of the page. */
const takenIds = ['main', 'root'];

type Options = {
  /** Whether the text may have blocks of code. */
  code?: boolean;
};

/** Each heading is a link to itself. Throws `MarkdownError`. */
export function renderMarkdown(text: string, { code = false }: Options = {}): RunningText {
  const ids = new Set(takenIds);
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: source }) {
        const content = this.parser.parseInline(tokens);
        if (content.includes('<a ')) throw new MarkdownError(`The heading "${source}" has a link.`);
        const id = unusedId(ids, this.parser.parseInline(tokens, this.parser.textRenderer));
        return `<h${depth} id="${id}"><a href="#${id}">${content}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const rel = href.startsWith('https:') ? ' rel="noopener"' : '';
        return `<a href="${escapeHtml(href)}"${rel}>${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  // Not `parse`, which would ask to report our refusals to the authors of the library.
  const tokens = marked.lexer(text);
  void marked.walkTokens(tokens, (token) => {
    if (!(code && token.type === 'code')) refuseUnknown(token as MarkedToken);
  });
  const html = marked.parser(tokens);
  return { html, words: wordsIn(html) };
}

/** A text as Markdown that shows exactly this text. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

function unusedId(ids: Set<string>, heading: string): string {
  const wanted = plainSlug(heading) || 'section';
  let id = wanted;
  for (let n = 2; ids.has(id); n++) id = `${wanted}-${n}`;
  ids.add(id);
  return id;
}

function refuseUnknown(token: MarkedToken): void {
  const { type, raw } = token;
  if (!allowed.has(type)) throw new MarkdownError(`Not supported here (${type}): ${raw.trim().slice(0, 60)}`);
  if (type === 'heading' && token.depth !== 2 && token.depth !== 3)
    throw new MarkdownError(`The heading "${token.text}" is not of level 2 or 3.`);
  if (type === 'link') refuseTarget(token.href);
  const entity = type === 'text' ? /&#?\w+;/.exec(raw) : null;
  if (entity) throw new MarkdownError(`${entity[0]} is shown as it is: write the character itself.`);
}

/** A link may lead to a path on this host, a heading, an https address, or an email address. */
function refuseTarget(href: string): void {
  if (/^(#[\w-]+|\/(?![/\\])[\w\-./?=&%#]*)$/.test(href)) return;
  const isElsewhere = /^(https:\/\/|mailto:)/.test(href) && URL.canParse(href);
  if (!isElsewhere) throw new MarkdownError(`A link may not lead to ${href}.`);
}

function wordsIn(html: string): number {
  const text = html.replace(/<\/?(?:a|strong|em|code)\b[^>]*>|&#?\w+;/g, '').replace(/<[^>]*>/g, ' ');
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
