// Installs Debian packages that the tests need.
import { existsSync } from 'node:fs';
import { run, timed } from './child.mjs';
import { CommandError } from './command-error.mjs';

/** Installs the packages if apt-get can be used; otherwise throws an error that says what to install and why (`need`). */
export async function aptInstall(packages, need) {
  if (packages.length === 0) return;
  const canInstall = process.getuid && process.getuid() === 0 && existsSync('/usr/bin/apt-get');
  if (!canInstall) {
    throw new CommandError(
      `The tests need ${need}. Missing: ${packages.join(', ')}.\n` +
        `On Debian or Ubuntu: sudo apt-get update && sudo apt-get install ${packages.join(' ')}`,
    );
  }
  // RUNLEVEL=1 keeps the packages from starting services.
  const env = Object.assign({}, process.env, { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' });
  await timed(`Installed ${packages.join(', ')}`, async () => {
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
      const { code, output } = await run('apt-get', args, { env, quiet: true });
      if (code !== 0) throw new CommandError(`apt-get ${args.join(' ')} failed:\n${output.trim()}`, code);
    }
  });
}
