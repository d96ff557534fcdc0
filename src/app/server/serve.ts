// The server of one process: everything that it opens after the database is ready.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { callSignature } from '#platform/database/call-signatures.ts';
import type { Connections } from '#platform/database/open.ts';
import { openFileStore } from '#platform/files/open-store.ts';
import { afterClaim, claimFiles } from '#platform/files/owner-mark.ts';
import type { ProcessState } from '#platform/health/process-state.ts';
import { migrateWorker, startWorker } from '#platform/jobs/worker.ts';
import { LiveHub } from '#platform/live/hub.ts';
import { smtpTransport } from '#platform/mail/transport.ts';
import { PageRenderer } from '../prerender/pages.tsx';
import { instanceOf } from './document.ts';
import { makeHttp } from './http.ts';
import { allJobs } from './jobs.ts';
import { receiveMail } from './receive-mail.ts';
import { explainListenError } from './start-output.ts';

type Parts = {
  config: Config;
  appSecret: string;
  version: string;
  connections: Connections;
  state: ProcessState;
  /** Registers a function that closes a part. Called in the order of opening. */
  onStop(close: () => Promise<void>): void;
};

/** Opens files, live events, jobs and the HTTP server, and listens. */
export async function serve({
  config,
  appSecret,
  version,
  connections,
  state,
  onStop,
}: Parts): Promise<FastifyInstance> {
  await migrateWorker(connections.jobs);
  let warn = (message: string): void => void process.stderr.write(`${message}\n`);
  const files = await openFileStore(config, (message) => warn(message));
  const claim = () => claimFiles(files, databaseId(connections));
  await claim().catch((error: unknown) => {
    // The storage is unreachable or full. The jobs that delete bytes repeat the claim.
    if (error instanceof StartupError) throw error;
  });
  const hub = new LiveHub(connections.listener);
  await hub.open();
  onStop(() => hub.close());

  const server = await makeHttp({
    config,
    appSecret,
    database: connections,
    files,
    hub,
    state,
    version,
    web: join(process.cwd(), 'dist/web'),
    renderer: new PageRenderer(instanceOf(config)),
  });
  warn = (message) => server.log.warn(message);
  const transport = config.smtpUrl === undefined ? undefined : smtpTransport(config.smtpUrl);
  if (transport) state.transport = transport;
  onStop(async () => transport?.close());
  const jobs = allJobs({
    ...{ config, appSecret, version, database: connections, files, transport },
    log: server.log,
  });
  const worker = await startWorker(connections.jobs, hub, afterClaim(jobs, claim), server.log);
  state.worker = worker;
  onStop(async () => {
    // Together, because a supervisor waits for both.
    await Promise.all([server.shutdown.run(), worker.stop()]);
    await server.close();
  });
  // Where the system cannot share a port between processes (macOS), node:cluster distributes connections to the workers.
  const reusePort = config.workers > 1 && process.platform === 'linux';
  try {
    await server.listen({ port: config.port, host: config.host, ...(reusePort && { reusePort }) });
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, config);
  }
  const mail = await receiveMail({
    ...{ config, pool: connections.app, files, appSecret },
    ...{ log: server.log, reusePort },
  });
  onStop(async () => mail?.close());
  return server;
}

/** Derived from keys that the first migration creates, and that backups contain. */
function databaseId({ app }: Connections): string {
  return callSignature(app, ['file storage']).toString('hex');
}
