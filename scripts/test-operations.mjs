// `npm run test:operations`: the tests of tests/operations, which start several processes of the built product with
// real servers next to them. Arguments select files by their names: `npm run test:operations -- processes`.
import { build } from './lib/build.mjs';
import { run } from './lib/child.mjs';
import { inRoot } from './lib/paths.mjs';
import { ensureServers } from './lib/servers.mjs';
import { CommandError } from './lib/command-error.mjs';

await ensureServers();
await build();
const { code } = await run(process.execPath, [
  inRoot('node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--config',
  'tests/operations/vitest.config.ts',
  ...process.argv.slice(2),
]);
if (code !== 0) throw new CommandError('"test:operations" failed.', code || 1);
