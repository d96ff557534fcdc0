// Browser tests against the built product, in the system's Chromium. Four workers, each with its own Logbook
// (tests/e2e/support/logbook-process.ts): the tests wait often enough that three leave a fifth of two cores idle.
import { defineConfig } from '@playwright/test';
import { browserOptions } from './tests/e2e/support/browser-options.ts';

const measured = ['big-timeline.test.ts', 'guest-work-log.test.ts'];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'reports/browser',
  fullyParallel: true,
  forbidOnly: true,
  workers: 4,
  // A failure is tried once more; what passes only then is listed as flaky.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: browserOptions,
  projects: [
    { name: 'screens', testMatch: '*.test.ts', testIgnore: measured },
    // They measure how long the page is busy, so they run when nothing else does.
    { name: 'measured', testMatch: measured, dependencies: ['screens'], workers: 1 },
  ],
});
