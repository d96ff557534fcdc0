import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** `live`: the process responds. `ready`: it can serve requests, including the database; else 503. */
export function healthRoutes(server: FastifyInstance, pool: pg.Pool): void {
  server.get('/api/health/live', () => ({ status: 'ok' }));
  server.get('/api/health/ready', async (_request, reply) => {
    try {
      await pool.query('select 1');
      return { status: 'ok', database: 'ok' };
    } catch {
      return reply.code(503).header('retry-after', '5').send({ status: 'not ready', database: 'away' });
    }
  });
}
