// `npm run crash -- 1000`: runs the crash suite with that many cycles on the built product.
import { spawnSync } from 'node:child_process';

const cycles = Number(process.argv[2] ?? 30);
if (!Number.isInteger(cycles) || cycles < 1) {
  process.stderr.write('Invalid number of cycles. Example: npm run crash -- 1000\n');
  process.exit(2);
}
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/crash/vitest.config.ts'],
  { stdio: 'inherit', env: { ...process.env, CRASH_CYCLES: String(cycles) } },
);
process.exitCode = status ?? 1;
