// Runs while the container image is built (Dockerfile). The image may be read-only later, so it does now what a start or
// an operator's command would do otherwise.
import { chooseDatabaseUser } from '../src/platform/database/embedded/os-user.ts';
import { nativeFolder, prepareBinaries } from '../src/platform/database/embedded/binaries.ts';
import { markInstalled } from './lib/install.mjs';
import { CommandError } from './lib/command-error.mjs';

// Without the mark, the commands would install all packages, including those for development.
markInstalled();

const native = nativeFolder();
const { postgres } = await prepareBinaries(native, await chooseDatabaseUser(native), '/tmp', console.log);
if (!postgres.startsWith(native)) throw new CommandError(`PostgreSQL's programs cannot be run in ${native}.`);
