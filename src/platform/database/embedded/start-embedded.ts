// The PostgreSQL included with Logbook: it starts with Logbook, is restarted if it dies, and stops with Logbook.
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Binaries, nativeFolder, prepareBinaries } from './binaries.ts';
import { ensureCluster } from './create-cluster.ts';
import { type Layout, resolveLayout, makeSocketFolder } from './layout.ts';
import { takeOwnership } from './ownership.ts';
import { readPostmaster } from './postmaster-file.ts';
import { connect, ensureServer, port, stopServer } from './server.ts';
import { startLogRotation } from './server-log.ts';
import { StartupError } from '../../config/startup-error.ts';

export type EmbeddedDatabase = {
  /** The socket's folder, as `host` of a connection. */
  host: string;
  port: number;
  user: 'postgres';
  database: 'postgres';
  /** The server was already running: it outlived an earlier Logbook process, or a script joined a running one. */
  adopted: boolean;
  /** The folder that it writes to. */
  folder: string;
  /** Stops the server if this process owns it. May be called more than once. */
  stop(): Promise<void>;
};

type Options = { dataDir: string; say(line: string): void };

/**
 * Starts the database in the data folder as its only owner, or adopts a server that outlived its owner. If the server
 * dies while Logbook runs, it is restarted. Throws a StartupError that tells the operator what to do.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedDatabase> {
  const { say } = options;
  const layout = await resolveLayout(options.dataDir, say);
  const binaries = await prepareBinaries(nativeFolder(), layout.user, layout.spareFolder, say);
  await ensureCluster(layout, binaries, say);
  await makeSocketFolder(layout);

  const owned = await startAndOwn(layout, binaries, say);
  const stopWatching = keepAlive(layout, binaries, say, owned.guard);
  const stopLogRotation = startLogRotation(layout.logFile);
  let stopped: Promise<void> | undefined;
  return {
    ...address(layout),
    adopted: owned.adopted,
    stop() {
      stopped ??= (async () => {
        stopLogRotation();
        const guard = await stopWatching();
        await stopServer(layout);
        await guard?.end().catch(() => undefined);
      })();
      return stopped;
    },
  };
}

/** For scripts: joins the server of a running Logbook, or starts one for as long as the script runs. */
export async function joinEmbedded(options: Options): Promise<EmbeddedDatabase> {
  const layout = await resolveLayout(options.dataDir, options.say);
  if (await readPostmaster(layout.cluster)) {
    const client = await connect(layout, `logbook script ${process.pid}`).catch(() => undefined);
    if (client) {
      await client.end();
      return { ...address(layout), adopted: true, stop: async () => undefined };
    }
  }
  return startEmbedded(options);
}

function address(layout: Layout) {
  const { socketFolder: host, cluster: folder } = layout;
  return { host, port, user: 'postgres', database: 'postgres', folder } as const;
}

async function startAndOwn(layout: Layout, binaries: Binaries, say: (line: string) => void) {
  for (let attempt = 1; ; attempt += 1) {
    const { adopted } = await ensureServer(layout, binaries, say);
    try {
      return { adopted, guard: await takeOwnership(layout) };
    } catch (error) {
      // The server that responded was about to stop with its previous owner.
      if (error instanceof StartupError || attempt === 5) throw error;
      await wait(100);
    }
  }
}

/** Restarts the server if the guard connection ends. The returned function stops that and returns the guard. */
function keepAlive(
  layout: Layout,
  binaries: Binaries,
  say: (line: string) => void,
  first: Client,
): () => Promise<Client | undefined> {
  let stopping = false;
  let guard: Client | undefined = first;
  let reviving: Promise<void> = Promise.resolve();

  const revive = async () => {
    guard = undefined;
    for (let pauseMs = 200; !stopping; pauseMs = Math.min(pauseMs * 2, 10_000)) {
      try {
        guard = (await startAndOwn(layout, binaries, () => undefined)).guard;
        watch(guard);
        say('The database exited unexpectedly and was restarted.');
        return;
      } catch (error) {
        say(`The database exited unexpectedly and cannot be restarted: ${(error as Error).message}`);
        await wait(pauseMs);
      }
    }
  };
  const watch = (client: Client) =>
    client.once('end', () => {
      if (!stopping) reviving = revive();
    });
  watch(first);

  return async () => {
    stopping = true;
    await reviving;
    return guard;
  };
}
