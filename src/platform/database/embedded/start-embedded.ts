// The PostgreSQL that Logbook brings along: started with it, kept running while it runs, stopped with it.
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Binaries, nativeFolder, prepareBinaries } from './binaries.ts';
import { ensureCluster } from './create-cluster.ts';
import { type Layout, layOut, makeSocketFolder } from './layout.ts';
import { takeOwnership } from './ownership.ts';
import { readPostmaster } from './postmaster-file.ts';
import { connect, ensureServer, port, stopServer } from './server.ts';
import { keepShort } from './server-log.ts';
import { StartRefusal } from '../../config/start-refusal.ts';

export type EmbeddedDatabase = {
  /** The socket's folder, as `host` of a connection. */
  host: string;
  port: number;
  user: 'postgres';
  database: 'postgres';
  /** The server ran already: it outlived an earlier Logbook, or belongs to the one that a script joined. */
  adopted: boolean;
  /** Where it writes. */
  folder: string;
  /** Ends the server if it is ours to end. May be called more than once. */
  stop(): Promise<void>;
};

type Options = { dataDir: string; say(line: string): void };

/**
 * Starts the database in the data folder as its only owner, or takes over a server that outlived its owner.
 * If the server dies while Logbook runs, it is started again. Throws StartRefusal with what the operator can do.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedDatabase> {
  const { say } = options;
  const layout = await layOut(options.dataDir, say);
  const binaries = await prepareBinaries(nativeFolder(), layout.user, layout.spareFolder, say);
  await ensureCluster(layout, binaries, say);
  await makeSocketFolder(layout);

  const owned = await own(layout, binaries, say);
  const stopWatching = keepAlive(layout, binaries, say, owned.guard);
  const stopShortening = keepShort(layout.logFile);
  let stopped: Promise<void> | undefined;
  return {
    ...address(layout),
    adopted: owned.adopted,
    stop() {
      stopped ??= (async () => {
        stopShortening();
        const guard = await stopWatching();
        await stopServer(layout);
        await guard?.end().catch(() => undefined);
      })();
      return stopped;
    },
  };
}

/** For scripts: uses the server of the Logbook that runs on the data folder, or starts it for as long as the script runs. */
export async function joinEmbedded(options: Options): Promise<EmbeddedDatabase> {
  const layout = await layOut(options.dataDir, options.say);
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

async function own(layout: Layout, binaries: Binaries, say: (line: string) => void) {
  for (let attempt = 1; ; attempt += 1) {
    const { adopted } = await ensureServer(layout, binaries, say);
    try {
      return { adopted, guard: await takeOwnership(layout) };
    } catch (error) {
      // The server that answered was about to end with its former owner.
      if (error instanceof StartRefusal || attempt === 5) throw error;
      await wait(100);
    }
  }
}

/** Starts the server again when the guarding connection ends by itself. The result ends that and gives the connection. */
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
        guard = (await own(layout, binaries, () => undefined)).guard;
        watch(guard);
        say('The database had ended unexpectedly and runs again.');
        return;
      } catch (error) {
        say(`The database ended unexpectedly and does not start: ${(error as Error).message}`);
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
