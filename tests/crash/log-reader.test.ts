// The reader of the log is gone before the server has started, as with `npm start | head -1`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

it.each(['1', '2'])(
  'a log that no one reads ends neither the server nor its stop, with %s processes',
  async (WORKERS) => {
    const folder = mkdtempSync(join(tmpdir(), 'logbook-log-reader-'));
    chmodSync(folder, 0o711);
    const port = await freePort();
    const env = {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'trace',
      WORKERS,
    };
    const server = spawn(process.execPath, ['dist/server/main.js'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(server, 'exit');
    try {
      server.stdout.destroy();
      server.stderr.destroy();
      await until('the server responds', 40_000, async () => {
        const response = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
        return response?.ok;
      });
      expect(server.exitCode).toBeNull();
      server.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
      expect(existsSync(join(folder, 'data/postgres/postmaster.pid'))).toBe(false);
    } finally {
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
