import { defineConfig } from 'vitest/config';

// The built product as an operator runs it: several processes, real servers next to it, and their failures.
// `npm run test:operations` installs what these tests need, builds, and runs them.
export default defineConfig({
  test: {
    include: ['tests/operations/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
