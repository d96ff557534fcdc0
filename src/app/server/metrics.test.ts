import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';

const token = 'a token of at least sixteen characters';
let app: TestApp;

beforeAll(async () => {
  app = await startApp({ METRICS_TOKEN: token });
});
afterAll(() => app.close());

const scrape = (from: TestApp, authorization: string | undefined) =>
  from.anonymous().call('GET /metrics', { headers: { authorization } });

/** The value of a sample, by its name and labels as they are printed. */
async function valueOf(sample: string): Promise<number | undefined> {
  const { text } = await scrape(app, `Bearer ${token}`);
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length));
}

it('the figures contain the parts of the process and of the database', async () => {
  const { status, text, headers } = await scrape(app, `Bearer ${token}`);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ]);
  for (const sample of [
    'logbook_build_info{version="test"} 1',
    'logbook_database_up 1',
    'logbook_live_sockets 0',
    'logbook_hashing_queue_length 0',
    'logbook_database_connections{pool="app",state="waiting"} 0',
  ])
    expect(text.split('\n')).toContain(sample);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
});

it('requests are counted by operation and class of status, never by address', async () => {
  const ada = await app.signUp();
  await ada.call('POST /api/check_ins', {
    body: { id: '0198b6a0-0000-7000-8000-000000000001', content: 'secret words', emoji: '🚀' },
  });
  await ada.call('GET /api/check_ins');
  await app.anonymous().call('GET /api/check_ins');
  await app.anonymous().call('GET /api/nothing/secret-words');
  const count = (operation: string, status: string) =>
    valueOf(`logbook_http_request_duration_seconds_count{operation="${operation}",status="${status}"}`);
  expect(await count('GET /api/check_ins', '2xx')).toBe(1);
  expect(await count('GET /api/check_ins', '4xx')).toBe(1);
  expect(await count('unknown path', '4xx')).toBe(1);
  expect((await scrape(app, `Bearer ${token}`)).text).not.toMatch(/secret|0198b6a0|person\d/);
});

it('waiting emails and jobs are counted by state and task', async () => {
  await app.database.asOwner(async (db) => {
    await db.query(`select app.enqueue('sweep-mails', '{}')`);
    await db.query(`update graphile_worker._private_jobs set attempts = max_attempts`);
  });
  await expect
    .poll(() => valueOf('logbook_jobs{task="sweep-mails",state="failed"}'), { timeout: 5_000 })
    .toBe(1);
});

it('the last backup has a figure once there is one', async () => {
  const figure = 'logbook_last_backup_timestamp_seconds';
  expect(await valueOf(figure)).toBeUndefined();
  mkdirSync(app.config.backupDir);
  writeFileSync(join(app.config.backupDir, 'daily-2026-11-23.zip'), '');
  expect(Math.abs((await valueOf(figure))! - Date.now() / 1000)).toBeLessThan(60);
});

it('a wrong token gets no figures, and after ten of them the network must wait, except with the right one', async () => {
  for (const given of [undefined, 'Bearer ', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`]) {
    const { status, text } = await scrape(app, given);
    expect([given, status, text]).toEqual([given, 401, '']);
  }
  for (let n = 0; n < 5; n++) await scrape(app, 'Bearer wrong');
  const late = await scrape(app, 'Bearer wrong');
  expect([late.status, Number(late.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await scrape(app, `Bearer ${token}`)).status).toBe(200);
});

it('without METRICS_TOKEN there is no such page', async () => {
  const other = await startApp();
  expect((await scrape(other, `Bearer ${token}`)).status).toBe(404);
  await other.close();
});
