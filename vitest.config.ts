import { defineConfig } from 'vitest/config';

// These change modules, load them anew, or list what all loaded modules declare, so they need a process of their own.
const isolated = [
  'scripts/lib/stages.test.ts',
  'src/app/server/statements.test.ts',
  'src/features/accounts/server/operations/passwords.test.ts',
  'src/features/vouches/web/vouch-drafts.test.ts',
  'src/platform/live/client.test.ts',
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
      {
        extends: true,
        test: {
          name: 'units',
          include: [
            'src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'tests/access/**/*.test.ts',
            'tests/behaviour/**/*.test.ts',
            'tests/links/**/*.test.ts',
            'tests/upgrade/**/*.test.ts',
          ],
          exclude: isolated,
          // Most of a file's time would be spent on loading the server again.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
});
