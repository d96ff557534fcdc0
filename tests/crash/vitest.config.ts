import { defineConfig } from 'vitest/config';

// Kills the built product repeatedly. Run it after the build. It measures no times, so other suites may run next to it.
export default defineConfig({
  test: {
    include: ['tests/crash/**/*.test.ts'],
    fileParallelism: false,
    // Each cycle continues with the state of the previous one.
    bail: 1,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
