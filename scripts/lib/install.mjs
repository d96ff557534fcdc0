// Installs the packages of package-lock.json if it changed or if an earlier installation did not finish.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { timed } from './child.mjs';
import { withLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { readStamp, stampOf } from './stamp.mjs';
import { CommandError } from './command-error.mjs';

// Inside node_modules: `npm ci` deletes it first, so it exists only after a complete installation.
const stampFile = inRoot('node_modules', '.logbook-installed');

/** Resolves when node_modules matches the lockfile. */
export async function install() {
  const wanted = stampOf(['package-lock.json']);
  if (readStamp(stampFile) === wanted) return;
  await withLock('install', async () => {
    if (readStamp(stampFile) === wanted) return;
    console.log('Installing packages. The first time takes half a minute.');
    await timed('Installed packages', npmCi);
    markInstalled();
  });
}

/** Declares node_modules complete for the lockfile, so that `install` does nothing. */
export function markInstalled() {
  writeFileSync(stampFile, `${stampOf(['package-lock.json'])}\n`);
}

async function npmCi() {
  // Building needs the development packages regardless of NODE_ENV. No package needs its install script.
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--engine-strict',
    '--no-audit',
    '--no-fund',
  ];
  const { code, output } = await npm([...args, '--loglevel=warn'], { quiet: true });
  const gap = code === 0 ? gapIn(output) : '';
  if (code === 0 && !gap) return;
  throw new CommandError(
    `The packages could not be installed (npm ci exited with ${code}):\n${gap || output.trim()}\n` +
      'They need 500 MB; a full disk is a common cause. Free some space if needed, then run this again.',
    code || 1,
  );
}

/**
 * Why an installation is incomplete although npm reported success: on a full disk npm only warns about files that it could
 * not write, and it silently skips missing optional packages, one of which is the database. The test imports this by URL,
 * because this file has no types.
 * @public
 */
export function gapIn(output) {
  const torn = output.split('\n').filter((line) => line.includes('TAR_ENTRY_ERROR'));
  if (torn.length > 0) return `${torn.length} files could not be written: ${torn[0]}`;
  const missing = leftOut();
  return missing.length > 0 ? `These packages were left out: ${missing.join(', ')}` : '';
}

/** Packages that the lockfile lists for this system and that are not installed. */
function leftOut() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const missing = Object.entries(packages).filter(
    ([path, entry]) => path && isWanted(entry) && !existsSync(inRoot(path, 'package.json')),
  );
  return missing.map(([path]) => path.replace(/^.*node_modules\//, ''));
}

// A package that only another system's package needs names no system itself, and is not required.
function isWanted({ optional, os, cpu, libc }) {
  if (optional && !os && !cpu) return false;
  return allows(os, platform()) && allows(cpu, arch()) && (!libc || libc.includes(libcHere()));
}

function allows(list, value) {
  if (!list) return true;
  return list.some((name) => name.startsWith('!')) ? !list.includes(`!${value}`) : list.includes(value);
}

function libcHere() {
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}
