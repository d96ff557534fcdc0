import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { LiveHub } from '../live/hub.ts';
import { startWorker, type Worker } from './worker.ts';

let app: TestApp;
let hub: LiveHub;
let worker: Worker;
let heard: (payload: unknown) => void;

beforeAll(async () => {
  app = await startApp();
  hub = new LiveHub(app.database.listener);
  await hub.open();
  const note = { name: 'note', run: (payload: unknown) => Promise.resolve(heard(payload)) };
  worker = await startWorker(app.database.jobs, hub, [note], app.server.log);
});
afterAll(async () => {
  await worker.stop();
  await hub.close();
  await app.close();
});

const listeners = `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;

async function enqueued(payload: object): Promise<unknown> {
  const running = new Promise((resolve) => (heard = resolve));
  await app.database.jobs.query(`select app.enqueue('note', $1)`, [payload]);
  return running;
}

it('hears of each job at once, without a connection of its own', async () => {
  const { rowCount } = await app.database.asOwner((owner) => owner.query(listeners));
  // The hub of the server under test, and this one.
  expect(rowCount).toBe(2);
  const started = performance.now();
  for (let round = 0; round < 8; round++) expect(await enqueued({ round })).toEqual({ round });
  // A worker that does not hear looks every two seconds.
  expect(performance.now() - started).toBeLessThan(8_000);
});

it('looks for jobs once it hears again, and hears on', async () => {
  const back = new Promise<void>((resolve) => hub.onGap(resolve));
  await app.database.asOwner((owner) =>
    owner.query(`select pg_terminate_backend(pid) from (${listeners}) listening`),
  );
  await back;
  for (let round = 0; round < 8; round++) expect(await enqueued({ round })).toEqual({ round });
});
