// `npm run pictures`: takes screenshots while visiting all states of the browser tests. Not part of `npm test`.
import { defineConfig } from '@playwright/test';
import { browserOptions } from './support/browser-options.ts';

export default defineConfig({
  testDir: '.',
  testMatch: 'pictures.ts',
  outputDir: '../../reports/pictures-run',
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  reporter: 'list',
  use: browserOptions,
});
