// The commands of package.json, run by the right Node.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { build, buildPseudoLocale } from './build.mjs';
import { install } from './install.mjs';
import { inRoot, root } from './paths.mjs';
import { check, test } from './steps.mjs';
import { CommandError } from './command-error.mjs';

const commands = {
  async start(args) {
    await install();
    await build();
    await runFile(inRoot('dist', 'server', 'main.js'), args);
  },
  async build(args) {
    await install();
    if (args.includes('--pseudo-locale')) await buildPseudoLocale();
    else await build();
  },
  async test() {
    await install();
    await test();
  },
  async check() {
    await install();
    await check();
  },
  async crash(args) {
    await install();
    await build();
    await runFile(inRoot('scripts', 'crash.ts'), args);
  },
  async bench(args) {
    await install();
    await ensureBrowser();
    await build();
    await runFile(inRoot('bench', 'main.ts'), args);
  },
  async dev(args) {
    await install();
    const { develop } = await import('./dev.mjs');
    await develop(args);
  },
};

/** Runs a command of the table, or scripts/<name>.ts or .mjs (a colon in the name is a hyphen in the file name). */
export async function runCommand(name, given) {
  process.chdir(root);
  const args = withoutSeparator(given);
  if (Object.hasOwn(commands, name)) return commands[name](args);
  const script = ['.ts', '.mjs']
    .map((end) => inRoot('scripts', name.replace(/:/g, '-') + end))
    .find(existsSync);
  if (!script || !/^[\w:-]+$/.test(name)) throw new CommandError(`There is no command "${name}".`);
  await install();
  await runFile(script, args);
}

/**
 * npm takes away the `--` of `npm run test:operations -- proxies`. Without npm it arrives here, and Vitest would then ignore
 * the names after it. The test imports this by URL, because this file has no types.
 * @public
 */
export function withoutSeparator(args) {
  return args[0] === '--' ? args.slice(1) : args;
}

/** Runs the file in this process, so signals, stdin and the exit code need no forwarding and no child can be left behind. */
async function runFile(file, args) {
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
}
