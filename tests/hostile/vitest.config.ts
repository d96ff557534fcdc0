import { defineConfig } from 'vitest/config';

// Attacks the built product, one attack per file. Run it after the build, with nothing else running, because it
// measures latency.
export default defineConfig({
  test: {
    include: ['tests/hostile/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
