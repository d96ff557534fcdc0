// Names for what is on the screen. A string is the whole name or text, a regular expression a part of it.
import type { PageQuery } from './find.ts';

type Words = string | RegExp;

function pattern(words: Words): { source: string; flags: string } {
  if (typeof words !== 'string') return { source: words.source, flags: words.flags };
  return { source: `^${words.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`, flags: '' };
}

const byName =
  (css: string) =>
  (name: Words): PageQuery => ({ css, name: pattern(name) });

export const button = byName('button:not([role]), [role=button]');
export const link = byName('a[href]');
export const tab = byName('[role=tab]');
export const field = byName('input:not([type=file]), textarea');
export const heading = byName('h1, h2, h3');
export const dialog = byName('dialog[open], [role=dialog]');
export const article = byName('article');
export const text = (words: Words): PageQuery => ({ css: '*', text: pattern(words) });
export const element = (css: string): PageQuery => ({ css });
export const within = (outer: PageQuery, inner: PageQuery): PageQuery => ({ ...inner, within: outer });

/** A saved entry with this content. */
export const entry = (content: RegExp): PageQuery => ({ ...article(/^Entry of /), text: pattern(content) });
export const waitingEntry = article('Waiting for a connection');
