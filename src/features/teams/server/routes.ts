import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bind } from '#platform/http/bind.ts';
import { memberOperations } from '../member-contract.ts';
import { memberHandlers } from './operations/read-members.ts';

type Parts = { pool: pg.Pool };

export function teamRoutes(server: FastifyInstance, { pool }: Parts): void {
  bind(server, pool, { operations: memberOperations, refusals: {}, texts: {}, handlers: memberHandlers });
}
