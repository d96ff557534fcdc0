import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bind, refuse } from '#platform/http/bind.ts';
import { cursorProblem, decideCursor, pageOf } from '#platform/http/paging.ts';
import { operations } from '../contract.ts';
import { addRecords } from './operations/add-records.ts';
import { deleteRecord, recordPage } from './store.ts';

export function importedRecordRoutes(server: FastifyInstance, { pool }: { pool: pg.Pool }): void {
  bind(server, pool, {
    tag: { name: 'Imported records', description: 'What other instances recorded. Not checked here.' },
    operations,
    refusals: {},
    texts: {},
    handlers: {
      'GET /api/imported_records': async ({ tx, input: { query } }) => {
        const before = decideCursor(query.before);
        if (before === 'invalid') return refuse('invalid_input', { detail: cursorProblem });
        const found = await recordPage(tx, query.kind, { before, limit: query.limit + 1 });
        return pageOf(found, query.limit, 'at');
      },
      'POST /api/imported_records': async ({ tx, viewer, input }) => ({
        outcomes: await addRecords({ tx, viewer, records: input.body.records, now: Date.now() }),
      }),
      'DELETE /api/imported_records/:id': async ({ tx, input }) =>
        (await deleteRecord(tx, input.params.id)) ?? refuse('not_found'),
    },
  });
}
