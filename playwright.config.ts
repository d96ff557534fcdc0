// Browser tests against the built product, in the system's Chromium. Three workers, each with its own Logbook
// (tests/e2e/support/logbook-process.ts): they use 95 % of two cores, and four are 5 % slower.
import { defineConfig } from '@playwright/test';
import { browserOptions, shellOptions } from './tests/e2e/support/browser-options.ts';

const measured = ['big-timeline.test.ts', 'guest-work-log.test.ts'];
// They view a PDF, which the shell cannot.
const inFullChromium = ['main-job.test.ts', 'pdf-viewer.test.ts'];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'reports/browser',
  fullyParallel: true,
  forbidOnly: true,
  workers: 3,
  // A failure is tried once more; what passes only then is listed as flaky.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  // Without animations, which the processor has to draw here. Some files turn them on again
  // (`withMotion`), and the tests in Firefox and WebKit have them.
  use: { ...browserOptions, contextOptions: { reducedMotion: 'reduce' } },
  projects: [
    {
      name: 'screens',
      testMatch: '*.test.ts',
      testIgnore: [...measured, ...inFullChromium],
      use: { launchOptions: shellOptions },
    },
    { name: 'full Chromium', testMatch: inFullChromium },
    // They measure how long the page is busy, in processor time. One core for each, and nothing else runs.
    { name: 'measured', testMatch: measured, dependencies: ['screens', 'full Chromium'], workers: 2 },
  ],
});
