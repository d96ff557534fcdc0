import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bind, refuse } from '#platform/http/bind.ts';
import { operations, refusals } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { changeOwnProfile } from './operations/change-profile.ts';
import { profileOf } from './store.ts';

export function profileRoutes(server: FastifyInstance, { pool }: { pool: pg.Pool }): void {
  bind(server, pool, {
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/profiles': async ({ tx, viewer }) =>
        (await profileOf(tx, viewer.userId)) ?? refuse('no_session'),
      'PATCH /api/profiles': changeOwnProfile,
    },
  });
}
