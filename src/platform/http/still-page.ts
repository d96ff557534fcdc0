// Pages without the app: rendered on the server for readers without an account. src/app/server/still-pages.ts sends them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';

export type StillPage = {
  status: number;
  title: string;
  main: ReactNode;
  /** More elements for the head, as HTML. */
  head?: string;
  /** Search engines may list the page. Default: they may not. */
  isListed?: boolean;
  /** Whether a form on it may be sent to this server. Default: no. */
  hasForm?: boolean;
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

/** Renders a page and sends it. */
export type SendStill = (request: FastifyRequest, reply: FastifyReply, page: StillPage) => FastifyReply;

export type StillPages = { renderStill: (page: StillPage) => RenderedPage; sendStill: SendStill };
