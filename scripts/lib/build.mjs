// Rebuilds the browser and server parts when their sources changed. The new build is created next to the old one and
// then replaces it as a whole, so no start ever sees a partial build.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, timed } from './child.mjs';
import { withLock } from './lock.mjs';
import { inRoot } from './paths.mjs';
import { readStamp, stampOf } from './stamp.mjs';
import { CommandError } from './command-error.mjs';

const sources = [
  'src',
  'content',
  'migrations',
  'vite.config.ts',
  'vite.worker.config.ts',
  'vite.islands.config.ts',
  'vite.cli.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** What is built, one vite call each; they run in parallel. */
export const parts = [
  { name: 'web', args: [] },
  { name: 'server', args: ['--ssr'] },
  { name: 'worker', args: ['--config', inRoot('vite.worker.config.ts')] },
  { name: 'islands', args: ['--config', inRoot('vite.islands.config.ts')] },
  { name: 'cli', args: ['--config', inRoot('vite.cli.config.ts')] },
];

export const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
export const stampFile = inRoot('dist', '.built');

/** Resolves when dist/ matches the sources. */
export async function build() {
  await buildInto(inRoot('dist'), sources, parts);
}

/**
 * Builds the product with all texts in the pseudo-locale, for browser tests. Resolves when the folder `.cache/pseudo-locale`
 * matches the sources. The server starts in it as in the project's folder.
 */
export async function buildPseudoLocale() {
  const folder = inRoot('.cache', 'pseudo-locale');
  const config = ['--config', inRoot('tests', 'pseudo-locale', 'vite.config.ts'), '--mode'];
  mkdirSync(folder, { recursive: true });
  for (const name of ['content', 'migrations', 'package.json', 'src']) {
    if (!existsSync(join(folder, name))) symlinkSync(inRoot(name), join(folder, name));
  }
  await buildInto(
    join(folder, 'dist'),
    [...sources, 'tests/pseudo-locale'],
    parts.map(({ name, args }) => ({ name, args: [...(name === 'server' ? args : []), ...config, name] })),
  );
}

async function buildInto(target, inputs, wantedParts) {
  const stamp = join(target, '.built');
  const wanted = stampOf(inputs, (path) => /\.test\.tsx?$/.test(path));
  if (readStamp(stamp) === wanted) return;
  await withLock('build', async () => {
    if (readStamp(stamp) === wanted) return;
    const fresh = inRoot('.cache', `build-${process.pid}`);
    removeLeftovers();
    try {
      await timed('Built', () => allDone(wantedParts.map((part) => buildPart(part, join(fresh, part.name)))));
      writeFileSync(join(fresh, '.built'), `${wanted}\n`);
      swap(fresh, target);
    } finally {
      removeLeftovers();
    }
  });
}

async function buildPart(part, outDir) {
  mkdirSync(outDir, { recursive: true });
  const args = [vite, 'build', ...part.args, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const { code, output } = await run(process.execPath, args, { quiet: true });
  if (code !== 0) throw new CommandError(`The ${part.name} part could not be built:\n${output.trim()}`, code);
}

/** Like Promise.all, but rejects only after all promises have settled, so nothing is still writing. */
async function allDone(promises) {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

function swap(fresh, target) {
  const old = `${fresh}-old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(fresh, target);
}

/** Safe because the lock is held: no other build is in progress. */
function removeLeftovers() {
  for (const name of readdirSync(inRoot('.cache'))) {
    if (name.startsWith('build-')) rmSync(inRoot('.cache', name), { recursive: true, force: true });
  }
}
