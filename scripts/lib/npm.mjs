// Runs the npm that started this process, or the one on PATH, with the Node that runs this file.
import { accessSync, constants, realpathSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { run } from './child.mjs';
import { CommandError } from './command-error.mjs';

/** Resolves to npm's exit code and output. */
export function npm(args, options = {}) {
  const cli = findNpm();
  if (!cli) {
    throw new CommandError(
      'npm was not found. Install Node with npm (https://nodejs.org), then run this again.',
    );
  }
  return cli.endsWith('js') ? run(process.execPath, [cli, ...args], options) : run(cli, args, options);
}

function findNpm() {
  const caller = process.env.npm_execpath;
  if (caller && basename(caller) === 'npm-cli.js') return caller;
  for (const folder of (process.env.PATH || '').split(delimiter)) {
    try {
      const path = join(folder, 'npm');
      accessSync(path, constants.X_OK);
      return realpathSync(path);
    } catch {
      continue;
    }
  }
  return undefined;
}
