// Starts Logbook: configuration, database, jobs, server; tells the operator what came of it; stops in order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#platform/config/config.ts';
import { StartRefusal } from '#platform/config/start-refusal.ts';
import { fullDiskRefusal } from '#platform/database/full-disk.ts';
import { openDatabase } from '#platform/database/open.ts';
import { diskStore } from '#platform/files/disk-store.ts';
import { migrateWorker, startWorker } from '#platform/jobs/worker.ts';
import { LiveHub } from '#platform/live/hub.ts';
import { smtpTransport } from '#platform/mail/transport.ts';
import { keptSecret } from '#platform/secrets/secrets.ts';
import { PageRenderer } from '../prerender/pages.tsx';
import { makeHttp } from './http.ts';
import { allJobs } from './jobs.ts';
import { banner, explainListenError } from './start-output.ts';

type Stop = () => Promise<void>;
const stops: Stop[] = [];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function start(): Promise<void> {
  const config = readConfig();
  const { version } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as {
    version: string;
  };
  const appSecret = keptSecret(config.appSecret, config.dataDir);
  let warn = (error: Error) => say(`database connection lost: ${error.message}`);
  const database = await openDatabase({
    config,
    appSecret,
    migrations: join(process.cwd(), 'migrations'),
    say,
    onLost: (error) => warn(error),
  });
  stops.push(() => database.close());
  await migrateWorker(database.jobs);
  const files = await diskStore(join(config.dataDir, 'files'));
  const hub = new LiveHub(database.listener);
  await hub.open();
  stops.push(() => hub.close());

  const server = await makeHttp({
    config,
    appSecret,
    database,
    files,
    hub,
    version,
    web: join(process.cwd(), 'dist/web'),
    renderer: new PageRenderer({ instanceName: config.instanceName, mode: config.mode }),
  });
  warn = (error) => server.log.warn({ reason: error.message }, 'database connection lost');
  const transport = config.smtpUrl === undefined ? undefined : smtpTransport(config.smtpUrl);
  stops.push(async () => transport?.close());
  const jobs = allJobs({ config, appSecret, database, files, transport, log: server.log });
  const worker = await startWorker(database.jobs, hub, jobs, server.log);
  stops.push(() => worker.stop());
  try {
    await server.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, config);
  }
  stops.push(() => server.close());
  say(banner(config, database.description, version));
}

let stopping: Promise<void> | undefined;

// Last opened, first closed. Anything that does not close must not keep the others from it.
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const close of stops.toReversed())
      await close().catch((error: Error) => say(`while stopping: ${error.message}`));
  })();
  return stopping;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop().then(() => process.exit(0)));
}

try {
  await start();
} catch (error) {
  await stop();
  const refusal = error instanceof StartRefusal ? error : fullDiskRefusal(error);
  if (refusal) process.stderr.write(`\n${refusal.what}\n${refusal.why}\n${refusal.mend}\n`);
  else process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
}
