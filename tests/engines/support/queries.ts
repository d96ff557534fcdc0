// Queries for what is on the screen. A string must match the whole name or text, a regular expression a part of it.
import type { PageQuery } from './find.ts';

type TextMatch = string | RegExp;

function pattern(match: TextMatch): { source: string; flags: string } {
  if (typeof match !== 'string') return { source: match.source, flags: match.flags };
  return { source: `^${match.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`, flags: '' };
}

const byName =
  (css: string) =>
  (name: TextMatch): PageQuery => ({ css, name: pattern(name) });

export const button = byName('button:not([role]), [role=button]');
export const link = byName('a[href]');
export const field = byName('input:not([type=file]), textarea');
export const heading = byName('h1, h2, h3');
export const dialog = byName('dialog[open], [role=dialog]');
export const article = byName('article');
export const text = (match: TextMatch): PageQuery => ({ css: '*', text: pattern(match) });
export const element = (css: string): PageQuery => ({ css });
export const within = (outer: PageQuery, inner: PageQuery): PageQuery => ({ ...inner, within: outer });

/** A saved entry with this content. */
export const entry = (content: RegExp): PageQuery => ({ ...article(/^Entry of /), text: pattern(content) });
export const waitingEntry = article('Waiting for a connection');
