import { defineConfig } from 'vitest/config';

// Kills the built product, again and again: run it after the build, by itself.
export default defineConfig({
  test: {
    include: ['tests/crash/**/*.test.ts'],
    fileParallelism: false,
    // Each cycle goes on with what the one before left.
    bail: 1,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
