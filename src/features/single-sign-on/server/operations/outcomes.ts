import type { FastifyRequest } from 'fastify';
import { logSecurity } from '#features/accounts/server/operations/security-log.ts';
import { counts } from '#platform/metrics/counts.ts';
import { returnKey } from '../../path-constants.ts';
import type { Outcome } from '../../contract.ts';

/** The page that says how a way through the provider ended. No part of the request decides where it leads (R-A10). */
export const pageOf = (outcome: Outcome): string => `/auth?${returnKey}=${outcome}`;

const successes: readonly Outcome[] = ['signed-in', 'signed-up', 'connected', 'confirmed'];

/** Counts how a way through the provider ended, and logs what was refused. */
export function noteOutcome(request: FastifyRequest, outcome: Outcome): void {
  counts.providerReturns[outcome] = (counts.providerReturns[outcome] ?? 0) + 1;
  if (successes.includes(outcome)) return;
  request.log.info({ outcome }, 'a way through the provider ended');
  if (outcome === 'refused' || outcome === 'too-many') logSecurity(request.log, 'provider return refused');
}
