import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bind } from '#platform/http/bind.ts';
import { operations, refusals } from '../contract.ts';
import { importTexts } from '../texts.ts';
import { importGuest } from './operations/import-guest.ts';

export function guestRoutes(server: FastifyInstance, { pool }: { pool: pg.Pool }): void {
  bind(server, pool, {
    tag: { name: 'Guests', description: 'The import of what was written without an account.' },
    operations,
    refusals,
    texts: importTexts.refusals,
    handlers: { 'POST /api/guest_import': importGuest },
  });
}
