import { defineConfig } from 'vitest/config';

// Attacks the built product, one attack per file: run it after the build and alone, because it measures latency.
export default defineConfig({
  test: {
    include: ['tests/hostile/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
