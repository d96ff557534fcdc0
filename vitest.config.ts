import { defineConfig } from 'vitest/config';

// Unit and route tests on the real embedded PostgreSQL, with two workers for two cores.
export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'tests/access/**/*.test.ts',
      'tests/behaviour/**/*.test.ts',
      'tests/links/**/*.test.ts',
      'tests/upgrade/**/*.test.ts',
    ],
    globalSetup: ['tests/support/database.ts'],
    setupFiles: ['tests/support/cheap-hashing.ts'],
    maxWorkers: 2,
    // Like the browser tests: on a shared machine, a failed test is retried once.
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
