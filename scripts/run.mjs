// The commands of package.json. This file and those in lib/ have no dependencies and also run on old Node versions:
// they find or download the right Node, install, build, and run the command.
import { onRightNode } from './lib/node.mjs';

const [name = 'start', ...args] = process.argv.slice(2);

try {
  if (await onRightNode([name, ...args])) {
    const { runCommand } = await import('./lib/commands.mjs');
    await runCommand(name, args);
  }
} catch (error) {
  // An error that the user can fix has a message that says how. Any other error keeps its stack.
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    console.error(`The disk is full (${error.message}).\nFree some space, then run this again.`);
  else console.error(error.name === 'CommandError' ? error.message : error);
  process.exitCode = error.exitCode || 1;
}
