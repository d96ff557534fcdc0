import { defineConfig } from 'vitest/config';

// Units and routes, on the real embedded PostgreSQL. Two cores: two workers.
export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'tests/access/**/*.test.ts',
      'tests/behaviour/**/*.test.ts',
    ],
    globalSetup: ['tests/support/database.ts'],
    maxWorkers: 2,
    // As in the browser: a failure is tried once more, on a machine that is shared. What fails twice is one.
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
