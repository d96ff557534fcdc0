// Creates PostgreSQL's data folder on the first start. It gets a temporary name until it is complete and on disk, so a
// start that is killed midway leaves nothing that looks like a database.
import { spawn } from 'node:child_process';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '../../config/startup-error.ts';
import type { Binaries } from './binaries.ts';
import { explainShortage } from './explain-failure.ts';
import type { Layout } from './layout.ts';
import { identity, userName } from './os-user.ts';
import { processExists } from './postmaster-file.ts';

const ourMajor = '18';

/** Creates the data folder if there is none. Throws StartupError for one that this PostgreSQL cannot open. */
export async function ensureCluster(layout: Layout, binaries: Binaries, say: (line: string) => void) {
  const version = await readVersion(layout.cluster);
  if (version !== undefined && version !== ourMajor) throw otherMajor(layout.cluster, version);
  await refuseForeign(layout, version);
  if (version === ourMajor) return;
  if (await hasContent(layout.cluster)) throw notACluster(layout.cluster);

  await removeLeftovers(layout);
  const fresh = `${layout.cluster}.making-${process.pid}`;
  const started = performance.now();
  await mkdir(fresh, { mode: 0o700 });
  try {
    if (layout.user.borrowed) await chown(fresh, layout.user.uid, layout.user.gid);
    await runInitdb(layout, binaries, fresh);
    await moveIntoPlace(fresh, layout.cluster);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  say(`Created a database in ${layout.cluster} (${((performance.now() - started) / 1000).toFixed(1)} s).`);
}

async function readVersion(cluster: string): Promise<string | undefined> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text?.trim();
}

async function refuseForeign({ cluster, user }: Layout, version: string | undefined): Promise<void> {
  const found = await stat(cluster).catch(() => undefined);
  if (!found || found.uid === user.uid) return;
  // An empty folder that root created in advance is replaced.
  if (user.borrowed && found.uid === 0 && version === undefined) return;
  throw new StartupError({
    what: `The database in ${cluster} belongs to the user ${userName(found.uid)}, but Logbook runs as ${user.name}.`,
    why: 'PostgreSQL opens a data folder only for its owner.',
    fix: 'Start Logbook as that user, or choose another folder with DATA_DIR.',
  });
}

async function hasContent(cluster: string): Promise<boolean> {
  const names = await readdir(cluster).catch(() => []);
  return names.length > 0;
}

/** Removes incomplete folders of earlier starts, except those that another process is still working on. */
async function removeLeftovers(layout: Layout): Promise<void> {
  const prefix = `${basename(layout.cluster)}.making-`;
  for (const name of await readdir(layout.home)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length));
    if (pid !== process.pid && processExists(pid)) continue;
    // Child processes of the dead process may live a moment longer and write to the folder.
    await rm(join(layout.home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function runInitdb(layout: Layout, binaries: Binaries, folder: string): Promise<void> {
  const child = spawn(
    binaries.initdb,
    [
      '--pgdata',
      folder,
      '--username=postgres',
      '--encoding=UTF8',
      // A sort order that is the same on every machine and never changes under an index.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      // Anyone who can enter the socket's folder (0700) can read these files anyway, so a password adds nothing.
      '--auth-local=trust',
      '--auth-host=reject',
    ],
    {
      ...identity(layout.user),
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise<number | string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, signal) => resolve(signal ?? status));
  });
  if (code === 0) return;
  const tail = output.trim().split('\n').slice(-6).join('\n');
  throw (
    (await explainShortage(layout.home, tail)) ??
    new StartupError({
      what: `The database could not be created in ${layout.cluster} (initdb exited with ${code}).`,
      why: `Its output: ${tail}`,
      fix: 'Fix the cause and start again (no incomplete files are left), or set DATABASE_URL.',
    })
  );
}

/** Renames the folder and syncs its parent, since initdb has synced only the files. */
async function moveIntoPlace(fresh: string, cluster: string): Promise<void> {
  try {
    await rename(fresh, cluster);
  } catch (error) {
    // Another process was faster: use its database.
    if ((await readVersion(cluster)) !== ourMajor) throw error;
    await rm(fresh, { recursive: true, force: true });
  }
  const folder = await open(dirname(cluster));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function otherMajor(cluster: string, version: string): StartupError {
  return new StartupError({
    what: `The database in ${cluster} was created by PostgreSQL ${version}, but this Logbook includes PostgreSQL ${ourMajor}.`,
    why: 'A data folder opens only with the major version that created it.',
    fix:
      `Open that folder with PostgreSQL ${version}, dump it with pg_dumpall, and load the dump into a new DATA_DIR; ` +
      'or run PostgreSQL yourself and set DATABASE_URL.',
  });
}

function notACluster(cluster: string): StartupError {
  return new StartupError({
    what: `${cluster} contains files but is not a PostgreSQL data folder (PG_VERSION is missing).`,
    why: 'Logbook does not overwrite files that it does not recognize.',
    fix: 'Move them away, restore the missing files from a backup, or choose another folder with DATA_DIR.',
  });
}
