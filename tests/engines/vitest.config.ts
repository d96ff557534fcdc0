import { defineConfig } from 'vitest/config';

// Runs the built product in Firefox and WebKit, so build first. One worker per engine.
export default defineConfig({
  test: {
    include: ['tests/engines/**/*.test.ts'],
    maxWorkers: 2,
    // As in Chromium, a failed test is retried once. A second failure counts.
    retry: 1,
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
