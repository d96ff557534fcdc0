import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bind, refuse } from '#platform/http/bind.ts';
import { operations, refusals } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { createCheckIn } from './operations/create-check-in.ts';
import { listChanges, listCheckIns, listMonths } from './operations/read-check-ins.ts';
import { checkInById, dropMissingFile } from './store.ts';

type Parts = { pool: pg.Pool };

export function checkInRoutes(server: FastifyInstance, { pool }: Parts): void {
  bind(server, pool, {
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/check_ins': ({ tx, viewer, input }) => listCheckIns({ tx, viewer, query: input.query }),
      'GET /api/check_ins/months': ({ tx, viewer, input }) => listMonths({ tx, viewer, query: input.query }),
      'GET /api/check_ins/changes': ({ tx, viewer, input }) =>
        listChanges({ tx, viewer, query: input.query }),
      'GET /api/check_ins/:id': async ({ tx, input }) =>
        (await checkInById(tx, input.params.id)) ?? refuse('not_found'),
      'POST /api/check_ins': ({ tx, viewer, input }) =>
        createCheckIn({ tx, viewer, body: input.body, now: Date.now() }),
      'DELETE /api/check_ins/:id/missing_files/:file_id': async ({ tx, input }) =>
        (await dropMissingFile(tx, input.params.id, input.params.file_id)) ?? refuse('not_found'),
    },
  });
}
