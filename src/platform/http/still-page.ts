// A page without scripts, for readers who follow a link from an email. The app's server renders it in the look of the app.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';

export type StillPage = {
  status: number;
  title: string;
  main: ReactNode;
  /** Whether a form on it may be sent to this server. Default: no. */
  hasForm?: boolean;
};

export type SendStill = (request: FastifyRequest, reply: FastifyReply, page: StillPage) => FastifyReply;
