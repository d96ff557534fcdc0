import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bind, inOneTrip } from '#platform/http/bind.ts';
import { limits, refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { deleteGoal } from './operations/delete-goal.ts';
import { editGoal } from './operations/edit-goal.ts';
import { completeGoal } from './operations/complete-goal.ts';
import { reopenGoal } from './operations/reopen-goal.ts';
import { restoreGoal } from './operations/restore-goal.ts';
import { setGoal } from './operations/set-goal.ts';
import { openGoals } from './store.ts';

export function goalRoutes(server: FastifyInstance, { pool }: { pool: pg.Pool }): void {
  bind(server, pool, {
    tag: { name: 'Goals', description: 'The goals of the caller, in their order.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/goals': inOneTrip<(typeof operations)['GET /api/goals']>(async ({ tx }) => ({
        rows: await openGoals(tx, limits.open),
      })),
      'POST /api/goals': ({ tx, viewer, input }) =>
        setGoal({ tx, viewer, body: input.body, now: Date.now() }),
      'PATCH /api/goals/:id': ({ tx, viewer, input }) =>
        editGoal({ tx, viewer, id: input.params.id, body: input.body, now: Date.now() }),
      'DELETE /api/goals/:id': ({ tx, input }) => deleteGoal({ tx, id: input.params.id, now: Date.now() }),
      'POST /api/goals/:id/restore': ({ tx, input }) => restoreGoal({ tx, id: input.params.id }),
      'POST /api/goals/:id/complete': ({ tx, input }) =>
        completeGoal({ tx, id: input.params.id, body: input.body, now: Date.now() }),
      'POST /api/goals/:id/reopen': ({ tx, input }) => reopenGoal({ tx, id: input.params.id }),
    },
  });
}
