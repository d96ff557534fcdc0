import { defineConfig } from 'vitest/config';

// The built product in Firefox and WebKit: run it after the build. One worker for each engine.
export default defineConfig({
  test: {
    include: ['tests/engines/**/*.test.ts'],
    maxWorkers: 2,
    // As in Chromium: a failed test is tried once more. A second failure counts.
    retry: 1,
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
