// Installs what package-lock.json names, when it changed or when an earlier installation did not end.
import { existsSync, writeFileSync } from 'node:fs';
import { timed } from './child.mjs';
import { withLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { readStamp, stampOf } from './stamp.mjs';
import { Trouble } from './trouble.mjs';

// Inside node_modules: `npm ci` removes it first, so it says "whole" only after the end of one.
const stampFile = inRoot('node_modules', '.logbook-installed');

/** Resolves when node_modules is what the lockfile says. */
export async function install() {
  const wanted = stampOf(['package.json', 'package-lock.json']);
  if (readStamp(stampFile) === wanted) return;
  await withLock('install', async () => {
    if (readStamp(stampFile) === wanted) return;
    console.log('Installing packages. The first time takes half a minute.');
    await timed('Installed packages', npmCi);
    writeFileSync(stampFile, `${wanted}\n`);
  });
}

async function npmCi() {
  // Building needs the development packages whatever NODE_ENV says. No package needs its install script.
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--engine-strict',
    '--no-audit',
    '--no-fund',
  ];
  const { code, output } = await npm([...args, '--loglevel=error'], { quiet: true });
  if (code === 0 && existsSync(inRoot('node_modules'))) return;
  throw new Trouble(
    `The packages could not be installed (npm ci ended with ${code}):\n${output.trim()}`,
    code || 1,
  );
}
