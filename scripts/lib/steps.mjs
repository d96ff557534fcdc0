// The steps of `npm run check` and `npm test`. They run one after another, except for steps that leave processor time
// to each other, which run in parallel.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser, ensureOtherEngines, ensurePoppler } from './browser.mjs';
import { build, buildPseudoLocale } from './build.mjs';
import { ensureOldestNode, oldestNode } from './node.mjs';
import { inRoot } from './paths.mjs';
import { ensurePostgres } from './servers.mjs';
import { runStages } from './stages.mjs';
import { CommandError } from './command-error.mjs';

const reports = inRoot('reports');
const bin = (...path) => inRoot('node_modules', ...path);

const checkSteps = [
  { name: 'lockfile', node: [inRoot('scripts', 'complete-lock.mjs'), '--check'] },
  { name: 'types', node: [bin('typescript', 'bin', 'tsc'), '--noEmit', '-p', '.'] },
  { name: 'lint', node: [bin('oxlint', 'bin', 'oxlint')] },
  { name: 'format', node: [bin('oxfmt', 'bin', 'oxfmt'), '--check'] },
  { name: 'structure', node: [inRoot('scripts', 'check', 'main.ts')] },
  { name: 'unused', node: [bin('knip', 'bin', 'knip.js')] },
];

/** A stage of one step. */
const one = (step) => [[step]];

const [types] = checkSteps.filter(({ name }) => name === 'types');

const testStages = [
  [
    [types],
    checkSteps.filter((step) => step !== types),
    [
      { name: 'other PostgreSQL', work: ensurePostgres },
      { name: 'PDF tools', work: ensurePoppler },
      { name: 'oldest Node', work: ensureOldestNode },
    ],
  ],
  [
    [{ name: 'units and routes', ...vitest('units', []) }],
    [
      { name: 'browser and fonts', work: ensureBrowser },
      { name: 'Firefox and WebKit', work: ensureOtherEngines },
      { name: 'build', work: build },
      { name: 'build in the pseudo-locale', work: buildPseudoLocale },
      { name: 'bundles', node: [inRoot('scripts', 'check', 'bundles.ts')] },
    ],
  ],
  one({ name: 'in the browser', ...playwright() }),
  one({ name: 'accessibility report', node: [inRoot('scripts', 'accessibility-report.ts'), '--check'] }),
  [
    [
      {
        name: 'in Firefox and WebKit',
        ...vitest('engines', ['--config', 'tests/engines/vitest.config.ts']),
      },
      {
        name: 'command line, oldest Node',
        ...vitest('cli-oldest-node', ['--config', 'tests/cli/vitest.config.ts']),
        env: { CLI_NODE: oldestNode },
      },
    ],
    [
      { name: 'crashes', ...vitest('crash', ['--config', 'tests/crash/vitest.config.ts']) },
      // With the server's own Node, too: what most commands do.
      {
        name: 'command line',
        ...vitest('cli', ['--config', 'tests/cli/vitest.config.ts', 'tests/cli/log.test.ts']),
      },
    ],
  ],
  // Alone: the attacks are measured by the time that other users wait.
  one({ name: 'attacks', ...vitest('hostile', ['--config', 'tests/hostile/vitest.config.ts']) }),
];

/** Checks types, lint, format, structure and unused code. */
export async function check() {
  await runStages(checkSteps.map(one));
}

/** Runs everything; the last line prints how many tests passed. */
export async function test() {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await runStages(testStages);
  const steps = testStages.flat(2).filter((step) => step.count);
  const counts = steps.map((step) => step.count());
  const passed = counts.reduce((sum, count) => sum + count, 0);
  console.log(`${passed} passed, 0 failed`);
}

function vitest(name, args) {
  const file = inRoot('reports', `${name}.json`);
  return {
    node: [
      bin('vitest', 'vitest.mjs'),
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    count() {
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = readReport(file);
      return counted(name, numPassedTests, numFailedTests, numPendingTests + (numTodoTests || 0));
    },
  };
}

function playwright() {
  const file = inRoot('reports', 'browser.json');
  return {
    node: [bin('@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    count() {
      const { stats } = readReport(file);
      return counted('browser', stats.expected + stats.flaky, stats.unexpected, stats.skipped);
    },
  };
}

function readReport(file) {
  if (!existsSync(file)) throw new CommandError(`The report ${file} was not written.`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A skipped test proves nothing, so it counts as a failure. So does a suite without tests. */
function counted(name, passed, failed, skipped) {
  if (failed || skipped || !passed) {
    throw new CommandError(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
  return passed;
}
