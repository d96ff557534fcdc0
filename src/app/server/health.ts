// Pages for load balancers and alarms. They are public, so they name parts, and no addresses, versions or errors.
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { ProcessState } from '#platform/health/process-state.ts';
import { sharedCheck } from '#platform/health/shared-check.ts';
import type { LiveHub } from '#platform/live/hub.ts';

type Parts = { pool: pg.Pool; files: FileStore; hub: LiveHub; state: ProcessState; version: string };

/** Seconds. */
const retryAfter = '5';

/**
 * `live`: the process serves and is not stopping. `ready`: it also reaches the database and the files; the response
 * names the state of each part. Both respond with 503 otherwise.
 */
export function healthRoutes(server: FastifyInstance, { pool, files, hub, state, version }: Parts): void {
  const database = sharedCheck(() => databaseState(pool));
  const storage = sharedCheck(async () => {
    await files.check();
    return 'ok';
  });

  server.get('/api/health/live', (_request, reply) => {
    if (state.isStopping) void reply.code(503).header('retry-after', retryAfter);
    return reply.send({ status: state.isStopping ? 'stopping' : 'ok' });
  });
  server.get('/api/health/ready', async (_request, reply) => {
    const [databaseNow, filesNow] = await Promise.all([database(), storage()]);
    const isReady = databaseNow === 'ok' && filesNow === 'ok' && !state.isStopping;
    if (!isReady) void reply.code(503).header('retry-after', retryAfter);
    return reply.send({
      status: state.isStopping ? 'stopping' : isReady ? 'ok' : 'not ready',
      database: databaseNow,
      files: filesNow,
      // The worker and the listener recover without a restart, and requests are served without them.
      jobs: state.worker?.isRunning ? 'ok' : 'away',
      live_events: hub.isListening ? 'ok' : 'away',
      mail: mailState(state),
    });
  });
  server.get('/api/version', () => ({ version }));
}

const recoverySql = statement({
  text: 'select pg_is_in_recovery() as is_standby',
  row: { is_standby: t.bool },
});

/** A standby accepts connections, but no writes. */
async function databaseState(pool: pg.Pool): Promise<'ok' | 'read-only'> {
  const [row] = await query(pool, recoverySql);
  return row?.is_standby ? 'read-only' : 'ok';
}

/** The outcome of this process's last email. A refusal of one email is not a problem of the server. */
function mailState({ transport }: ProcessState): 'off' | 'unused' | 'ok' | 'failing' {
  if (!transport) return 'off';
  if (transport.lastOutcome === undefined) return 'unused';
  return transport.lastOutcome === 'failed' ? 'failing' : 'ok';
}
