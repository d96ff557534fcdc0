// Rebuilds all parts whenever a source changes, and restarts the server after each build of its part.
import { spawn } from 'node:child_process';
import { existsSync, rmSync, watch } from 'node:fs';
import { parts, stampFile, vite } from './build.mjs';
import { inRoot } from './paths.mjs';

const settleMs = 150;

/** Runs until interrupted. */
export async function develop(args) {
  // A watched build is not a complete one, so the next `npm start` must build again.
  rmSync(stampFile, { force: true });
  const main = inRoot('dist', 'server', 'main.js');
  rmSync(main, { force: true });

  const builders = parts.map((part) => {
    const outDir = inRoot('dist', part.name);
    const flags = ['--outDir', outDir, '--watch', '--logLevel', 'warn', '--mode', 'development'];
    return spawn(process.execPath, [vite, 'build', ...part.args, ...flags], { stdio: 'inherit' });
  });

  let server;
  let starting;
  let ending = false;
  const restart = async () => {
    if (server) await end(server);
    if (ending || !existsSync(main)) return;
    server = spawn(process.execPath, ['--enable-source-maps', main, ...args], { stdio: 'inherit' });
  };
  const watcher = watch(inRoot('dist'), { recursive: true }, (_event, file) => {
    if (!file || !String(file).startsWith('server')) return;
    clearTimeout(starting);
    starting = setTimeout(restart, settleMs);
  });

  await new Promise((resolve) => {
    // Not `once`: Ctrl+C arrives from the terminal and again from npm, and the second must not interrupt the shutdown.
    process.on('SIGINT', resolve);
    process.on('SIGTERM', resolve);
    for (const builder of builders) builder.once('exit', resolve);
  });
  ending = true;
  clearTimeout(starting);
  watcher.close();
  await Promise.all([...builders, server].filter(Boolean).map(end));
}

function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}
