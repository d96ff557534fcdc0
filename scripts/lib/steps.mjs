// The steps of `npm run check` and `npm test`, in order. The first failure ends the run with its exit code.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser, ensureOtherEngines, ensurePostgres } from './browser.mjs';
import { build } from './build.mjs';
import { run } from './child.mjs';
import { inRoot } from './paths.mjs';
import { Trouble } from './trouble.mjs';

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

const testSteps = [
  ...checkSteps,
  { name: 'other PostgreSQL', work: ensurePostgres },
  { name: 'units and routes', ...vitest('units', []) },
  { name: 'build', work: build },
  { name: 'bundles', node: [inRoot('scripts', 'check', 'bundles.ts')] },
  { name: 'browser and fonts', work: ensureBrowser },
  { name: 'in the browser', ...playwright() },
  { name: 'Firefox and WebKit', work: ensureOtherEngines },
  {
    name: 'in Firefox and WebKit',
    ...vitest('engines', ['--config', 'tests/engines/vitest.config.ts']),
  },
  { name: 'attacks', ...vitest('hostile', ['--config', 'tests/hostile/vitest.config.ts']) },
  {
    name: 'crashes',
    ...vitest('crash', ['--config', 'tests/crash/vitest.config.ts']),
    when: 'tests/crash/vitest.config.ts',
  },
];

/** Checks types, lint, format, structure and unused code. */
export async function check() {
  await runAll(checkSteps);
}

/** Runs everything; the last line prints how many tests passed. */
export async function test() {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const steps = testSteps.filter((step) => !step.when || existsSync(inRoot(step.when)));
  await runAll(steps);
  const counts = steps.filter((step) => step.count).map((step) => step.count());
  const passed = counts.reduce((sum, count) => sum + count, 0);
  console.log(`${passed} passed, 0 failed`);
}

async function runAll(steps) {
  for (const step of steps) {
    console.log(`\n== ${step.name}`);
    const started = Date.now();
    if (step.work) await step.work();
    else {
      const { code } = await run(process.execPath, step.node, {
        env: Object.assign({}, process.env, step.env),
      });
      if (code !== 0) throw new Trouble(`\n"${step.name}" failed.`, code || 1);
    }
    console.log(`== ${step.name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
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
  if (!existsSync(file)) throw new Trouble(`The report ${file} was not written.`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A skipped test proves nothing, so it counts as a failure. So does a suite without tests. */
function counted(name, passed, failed, skipped) {
  if (failed || skipped || !passed) {
    throw new Trouble(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
  return passed;
}
