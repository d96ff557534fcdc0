import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { QueryOf } from '#platform/http/operation.ts';
import { cursorProblem, decideCursor, pageOf } from '#platform/http/paging.ts';
import type { operations } from '../../contract.ts';
import { countMatches, suggestionPage } from '../store.ts';

type Query = QueryOf<(typeof operations)['GET /api/suggestions']>;

export async function listSuggestions({ tx, query }: { tx: Tx; query: Query }) {
  const { source = null, group = null, from = null, to = null, limit } = query;
  const before = decideCursor(query.before);
  if (before === 'invalid') return refuse('invalid_input', { detail: cursorProblem });
  const filters = { source, group, from, to };
  const page = pageOf(await suggestionPage(tx, filters, { before, limit: limit + 1 }), limit, 'at');
  return { ...page, count: before ? null : await countMatches(tx, filters) };
}
