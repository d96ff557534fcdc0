// Pages without the app, which share one document, one frame and one style sheet: for readers without an account who follow
// a link, and the texts for everyone. src/app/server/still-pages.ts renders them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import type { InlineScript } from './inline-script.ts';

export type StillPage = {
  status: number;
  title: string;
  main: ReactNode;
  /** Set for pages in the wide frame, which links to the pages about the product: the page's own link is marked. */
  path?: string;
  /** More elements for the head, as HTML. */
  head?: string;
  /** Search engines may list the page. Default: they may not. */
  isListed?: boolean;
  /** Whether a form on it may be sent to this server. Default: no. */
  hasForm?: boolean;
  /** Built as islands. */
  scripts?: readonly InlineScript[];
  /** Sources that the page may use in addition to the strict policy, by directive: `'img-src': ['https://example.com']`. */
  sources?: Record<string, readonly string[]>;
};

/** A rendered page. Its headers are those of the plain bytes. */
export type RenderedPage = {
  status: number;
  headers: Record<string, string>;
  plain(): Buffer;
  gzip(): Buffer;
};

export type RenderStill = (page: StillPage) => RenderedPage;

/** Renders a page and sends it. */
export type SendStill = (request: FastifyRequest, reply: FastifyReply, page: StillPage) => FastifyReply;

/** Headers of a page that concerns one reader, such as that of a link in an email: it is not listed, and no copy is kept. */
export const privateHeaders = {
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
  // Not "no-referrer": the form's POST would then have the origin "null", and be refused with a cookie (R-A7).
  'referrer-policy': 'same-origin',
} as const;

export type StillPages = { renderStill: RenderStill; sendStill: SendStill };
