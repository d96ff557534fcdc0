import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bind } from '#platform/http/bind.ts';
import { refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { createToken } from './operations/create-token.ts';
import { endOwnToken } from './operations/end-token.ts';
import { tokensOf } from './store.ts';

export function apiTokenRoutes(server: FastifyInstance, { pool }: { pool: pg.Pool }): void {
  bind(server, pool, {
    tag: { name: 'API tokens', description: 'Access to the log for scripts and devices.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/api_tokens': async ({ tx, viewer }) => ({ rows: await tokensOf(tx, viewer.userId) }),
      'POST /api/api_tokens': ({ tx, viewer, input }) =>
        createToken({ tx, viewer, body: input.body, source: 'api' }),
      'DELETE /api/api_tokens/:id': ({ tx, input }) => endOwnToken({ tx, id: input.params.id }),
    },
  });
}
