// Admits a request with an API token before its body is read, and counts it (R-N1). The only place that compares the scopes
// of a token with the one that the operation declares. A token reaches no operation without a scope.
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as t from '../database/columns.ts';
import { statement } from '../database/statement.ts';
import { transactInOneTrip } from '../database/transaction.ts';
import { isApiToken } from '../secrets/api-token.ts';
import { hashToken } from '../secrets/secrets.ts';
import { detailTexts } from './problem-texts.ts';
import { apiTokenLimits } from './api-token-limits.ts';
import type { Operation } from './operation.ts';
import type { CommonCode } from './problem.ts';

const useApiTokenSql = statement({
  name: 'use_api_token',
  text: 'select outcome, wait from app.use_api_token($1, $2, $3, $4, make_interval(mins => $5), $6, $7)',
  row: { outcome: t.oneOf(['good', 'unknown', 'beyond', 'wait']), wait: t.nullable(t.int) },
});

type Refusal = { code: CommonCode; detail?: string; retryAfter?: number };

const unknown: Refusal = { code: 'no_session', detail: detailTexts.unknownToken };

/** Why the token may not make this request, or undefined if it may. */
export async function apiTokenRefusal(
  pool: pg.Pool,
  { scope }: Operation,
  token: string,
  request: FastifyRequest,
  isWrite: boolean,
): Promise<Refusal | undefined> {
  if (!isApiToken(token)) return unknown;
  if (scope === undefined) return { code: 'beyond_token' };
  const { max, minutes } = apiTokenLimits[isWrite ? 'writes' : 'reads'];
  const client = request.headers['user-agent']?.slice(0, 300) ?? null;
  const { result: rows } = await transactInOneTrip(pool, null, (tx) =>
    tx.query(useApiTokenSql, [hashToken(token), scope, isWrite, max, minutes, client, request.ip]),
  );
  const { outcome, wait } = rows[0]!;
  if (outcome === 'good') return undefined;
  if (outcome === 'beyond') return { code: 'beyond_token', detail: detailTexts.missingScope(scope) };
  return wait === null ? unknown : { code: 'too_many_requests', retryAfter: wait };
}
