// The command line as a real process against the built server: `npx vitest run --config tests/cli/vitest.config.ts` after a
// build. CLI_NODE names another Node that runs the program. Files run next to each other, because they mostly wait.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/cli/**/*.test.ts'],
    maxWorkers: 2,
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
