import { defineConfig } from 'vitest/config';
import { pseudoLocale } from './tests/pseudo-locale/plugin.ts';

const all = [
  'src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
  'tests/{access,behaviour,client,links,upgrade}/**/*.test.ts',
];

// Most of the time of such a file would be spent on loading the server again, so they share their processes. All others
// have one each: many of them change what the browser provides to all modules.
const ofTheServer = [
  'src/**/server/**/*.test.{ts,tsx}',
  'src/platform/{database,files,http,jobs,mail}/**/*.test.ts',
  'tests/{access,client,links}/**/*.test.ts',
];

// These change modules, list what all loaded modules declare, or need a module that no earlier test has called.
const alone = [
  'src/app/server/statements.test.ts',
  'src/features/accounts/server/operations/passwords.test.ts',
  'src/platform/http/client.test.ts',
];

// Unit and route tests on the real embedded PostgreSQL, with two workers for two cores.
export default defineConfig({
  test: {
    globalSetup: ['tests/support/database.ts'],
    setupFiles: ['tests/support/cheap-hashing.ts'],
    maxWorkers: 2,
    // Like the browser tests: on a shared machine, a failed test is retried once.
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'server', include: ofTheServer, exclude: alone, isolate: false } },
      { extends: true, test: { name: 'units', include: all, exclude: ofTheServer } },
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        plugins: [pseudoLocale],
        test: { name: 'pseudo-locale', include: ['tests/pseudo-locale/**/*.test.ts'] },
      },
    ],
  },
});
