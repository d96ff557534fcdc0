// The commands of package.json. This file and those in lib/ have no dependencies and run on old Nodes too:
// they find or bring the right Node, install, build, and hand over.
import { onRightNode } from './lib/node.mjs';

const [name = 'start', ...args] = process.argv.slice(2);

try {
  if (await onRightNode([name, ...args])) {
    const { runCommand } = await import('./lib/commands.mjs');
    await runCommand(name, args);
  }
} catch (error) {
  // What the person can mend says so in its message; anything else keeps its stack.
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    console.error(`The disk is full (${error.message}).\nMake room, then run this again.`);
  else console.error(error.name === 'Trouble' ? error.message : error);
  process.exitCode = error.exitCode || 1;
}
