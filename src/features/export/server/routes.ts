import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bind } from '#platform/http/bind.ts';
import { operations, refusals } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { sendExport, type ExportParts } from './operations/send-export.ts';

export function exportRoutes(
  server: FastifyInstance,
  { pool, ...parts }: ExportParts & { pool: pg.Pool },
): void {
  bind(server, pool, {
    tag: { name: 'Export', description: 'All data of the account as one archive.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: { 'GET /api/export': sendExport(parts) },
  });
}
