// Starts Logbook: configuration and database, then the server in this process or in several workers. Reports the
// outcome to the operator and stops in reverse order.
import { setDriver } from '#features/billing/server/store.ts';
import { restorePointBefore } from '#platform/backup/restore-point.ts';
import { readConfig, type Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { readVersion } from '#platform/config/version.ts';
import { fullDiskError } from '#platform/disk/full-disk.ts';
import {
  connectDatabase,
  poolSizesFor,
  prepareDatabase,
  type DatabaseAddress,
} from '#platform/database/open.ts';
import { checkFileStore } from '#platform/files/open-store.ts';
import type { ProcessState } from '#platform/health/process-state.ts';
import { loadOrCreateSecret } from '#platform/secrets/secrets.ts';
import { findPort, startWorkers } from '#platform/workers/parent.ts';
import { isWorker, runWorker } from '#platform/workers/worker.ts';
import { explainMailError } from './receive-mail.ts';
import { schemaFiles } from './schema.ts';
import { banner, explainListenError, warnings } from './start-output.ts';

type Stop = () => Promise<void>;
const stops: Stop[] = [];
const onStop = (close: Stop) => stops.push(close);
const state: ProcessState = { isStopping: false };

/** What a process needs to serve. Plain data, because it is also sent to worker processes. */
type Setup = { appSecret: string; database: DatabaseAddress; version: string; port: number };

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function start(): Promise<void> {
  const config = readConfig();
  const version = readVersion();
  const appSecret = loadOrCreateSecret(config.appSecret, config.dataDir);
  await checkFileStore(config, say);
  const preparing = prepareDatabase({
    config,
    appSecret,
    schema: schemaFiles,
    say,
    beforeMigrating: restorePointBefore({ config, appSecret, version, say }),
  });
  // Loads while the database starts. A parent of workers does not need it.
  if (config.workers === 1) void loadServer();
  const database = await preparing;
  onStop(() => database.stop());
  await database.asOwner((owner) => setDriver(owner, config.billing.driver));
  const setup = { appSecret, database: database.address, version, port: config.port };
  if (config.workers === 1) await serveHere(config, setup);
  else {
    const port = await findPort(config.port, config.host).catch((error: NodeJS.ErrnoException) => {
      throw explainListenError(error, config);
    });
    if (config.mailIn?.smtp) {
      const { port: mailPort, host } = config.mailIn.smtp;
      await findPort(mailPort, host).catch((error: NodeJS.ErrnoException) => {
        throw explainMailError(error, mailPort);
      });
    }
    const workers = await startWorkers({ count: config.workers, setup: { ...setup, port }, say });
    onStop(() => workers.stop());
  }
  say(banner(config, database.description, version));
  for (const warning of warnings(config)) say(warning);
}

const loadServer = () => import('./serve.ts');

async function serveHere(config: Config, { appSecret, database, version, port }: Setup): Promise<void> {
  let warn = (error: Error) => say(`database connection lost: ${error.message}`);
  const connections = connectDatabase(database, poolSizesFor(config), (error) => warn(error));
  onStop(() => atMost(closeMs, connections.close()));
  const { serve } = await loadServer();
  const server = await serve({ config: { ...config, port }, appSecret, version, connections, state, onStop });
  warn = (error) => server.log.warn({ reason: error.message }, 'database connection lost');
}

/** Milliseconds for the connections to finish their last statement. A request that was cut may still wait for one. */
const closeMs = 1_000;

function atMost(ms: number, work: Promise<void>): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, ms))]);
}

let stopping: Promise<void> | undefined;

// Closes in reverse order of opening. A part that fails to close must not keep the others from closing.
function stop(): Promise<void> {
  state.isStopping = true;
  stopping ??= (async () => {
    for (const close of stops.toReversed())
      await close().catch((error: Error) => say(`while stopping: ${error.message}`));
  })();
  return stopping;
}

/** Milliseconds in which a repeated signal counts as the same: npm forwards the Ctrl+C that the terminal also sent. */
const sameSignalMs = 1_000;

/** Stops gracefully on the first signal, and immediately on a second one. */
function stopOnSignals(): void {
  let firstAt: number | undefined;
  const onSignal = () => {
    firstAt ??= performance.now();
    if (performance.now() - firstAt > sameSignalMs) process.exit(1);
    void stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

async function run(): Promise<void> {
  stopOnSignals();
  try {
    await start();
  } catch (error) {
    await stop();
    const startupError = error instanceof StartupError ? error : fullDiskError(error);
    if (startupError) process.stderr.write(`${startupError.report}\n`);
    else process.stderr.write(`${(error as Error).stack}\n`);
    process.exit(1);
  }
}

// If the reader of the log is gone, such as a closed terminal or a crashed collector, that must not end the server and
// leave its PostgreSQL running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

if (isWorker) await runWorker((setup) => serveHere(readConfig(), setup as Setup), stop);
else await run();
