import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ready = () => app.anonymous().call('GET /api/health/ready');

it('the readiness page names the state of each part and nothing else', async () => {
  const { status, json, headers } = await ready();
  expect([status, json]).toEqual([
    200,
    { status: 'ok', database: 'ok', files: 'ok', jobs: 'away', live_events: 'ok', mail: 'off' },
  ]);
  expect(headers['cache-control']).toBe('no-store');
});

it('a process is not ready while its files are away, and ready again when they are back', async () => {
  const staging = join(app.filesRoot, '.staging');
  const now = performance.now.bind(performance);
  let skippedMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
  // Results are kept for a second.
  const later = () => {
    skippedMs += 1_100;
    return ready();
  };
  rmSync(staging, { recursive: true });
  const away = await later();
  expect(away.status).toBe(503);
  expect(away.json).toMatchObject({ status: 'not ready', database: 'ok', files: 'away' });
  expect(away.headers['retry-after']).toBe('5');
  expect((await app.anonymous().call('GET /api/health/live')).status).toBe(200);
  mkdirSync(staging);
  expect((await later()).status).toBe(200);
  clock.mockRestore();
});

it('a stopping process responds with 503 to both health checks', async () => {
  app.state.isStopping = true;
  for (const page of ['live', 'ready']) {
    const { status, json, headers } = await app.anonymous().call(`GET /api/health/${page}`);
    expect([status, json, headers['retry-after']]).toMatchObject([503, { status: 'stopping' }, '5']);
  }
  app.state.isStopping = false;
});

it('the version is public, without further details, and not cached', async () => {
  const { json, headers } = await app.anonymous().call('GET /api/version');
  expect(json).toEqual({ version: 'test' });
  expect(headers['cache-control']).toBe('no-store');
});
