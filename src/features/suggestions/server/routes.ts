import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bind } from '#platform/http/bind.ts';
import { refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { outcomeTexts, refusalTexts } from '../texts.ts';
import { acceptSuggestions } from './operations/accept-suggestions.ts';
import { addFoundEntries } from './operations/add-found-entries.ts';
import { addSuggestions } from './operations/add-suggestion.ts';
import { listSuggestions } from './operations/read-suggestions.ts';
import { restoreSuggestions, takeBackFound } from './operations/restore-suggestions.ts';
import { knownHashes, lockById, settleHashes, settleRows } from './store.ts';

export function suggestionRoutes(server: FastifyInstance, { pool }: { pool: pg.Pool }): void {
  bind(server, pool, {
    tag: { name: 'Suggestions', description: 'What may become an entry once its user accepts it.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'POST /api/suggestions': async ({ tx, viewer, input }) => {
        const { suggestions } = input.body;
        const outcomes = await addSuggestions({ tx, userId: viewer.userId, now: Date.now(), suggestions });
        const count = (outcome: string) => outcomes.filter((found) => found === outcome).length;
        const [added, known] = [count('added'), count('known')];
        return {
          ...{ added, known, refused: outcomes.length - added - known },
          outcomes: outcomes.map((outcome) => ({ outcome, problem: outcomeTexts[outcome] ?? null })),
        };
      },
      'GET /api/suggestions': ({ tx, input }) => listSuggestions({ tx, query: input.query }),
      'POST /api/suggestions/accept': ({ tx, viewer, input }) =>
        acceptSuggestions({ tx, viewer, entries: input.body.entries, now: Date.now() }),
      'POST /api/suggestions/import': ({ tx, viewer, input }) =>
        addFoundEntries({ tx, viewer, entries: input.body.entries, now: Date.now() }),
      'POST /api/suggestions/dismiss': async ({ tx, input }) => {
        const found = await lockById(tx, input.body.ids);
        const ids = found.filter(({ check_in_id }) => check_in_id === null).map(({ id }) => id);
        await settleRows(tx, ids, null);
        return { dismissed: ids.length };
      },
      'POST /api/suggestions/restore': ({ tx, viewer, input }) =>
        restoreSuggestions({ tx, viewer, ids: input.body.ids }),
      'POST /api/suggestions/settled': async ({ tx, viewer, input }) => ({
        known: await knownHashes(tx, viewer.userId, input.body.hashes),
      }),
      'POST /api/suggestions/settle': async ({ tx, viewer, input }) => {
        await settleHashes(tx, viewer.userId, input.body.hashes);
        return { settled: input.body.hashes.length };
      },
      'POST /api/suggestions/unsettle': ({ tx, viewer, input }) =>
        takeBackFound({ tx, viewer, ...input.body }),
    },
  });
}
