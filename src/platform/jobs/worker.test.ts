import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { LiveHub } from '../live/hub.ts';
import { startWorker, type Worker } from './worker.ts';

let app: TestApp;
let hub: LiveHub;
let worker: Worker;
let onPayload: (payload: unknown) => void;

beforeAll(async () => {
  app = await startApp();
  hub = new LiveHub(app.database.listener);
  await hub.open();
  const note = { name: 'note', run: (payload: unknown) => Promise.resolve(onPayload(payload)) };
  worker = await startWorker(app.database.jobs, hub, [note], app.server.log);
});
afterAll(async () => {
  await worker.stop();
  await hub.close();
  await app.close();
});

const listeners = `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;

/** Adds a job and resolves with the payload that the worker runs it with. */
async function enqueueAndRun(payload: object): Promise<unknown> {
  const running = new Promise((resolve) => (onPayload = resolve));
  await app.database.jobs.query(`select app.enqueue('note', $1)`, [payload]);
  return running;
}

it('the job worker picks up new jobs immediately, without its own LISTEN connection', async () => {
  const { rowCount } = await app.database.asOwner((owner) => owner.query(listeners));
  // The hub of the server under test, and the one of this test.
  expect(rowCount).toBe(2);
  const started = performance.now();
  for (let round = 0; round < 8; round++) expect(await enqueueAndRun({ round })).toEqual({ round });
  // A worker that gets no notifications polls every two seconds.
  expect(performance.now() - started).toBeLessThan(8_000);
});

it('the job worker checks for jobs and keeps picking them up after its LISTEN connection is lost', async () => {
  const reconnected = new Promise<void>((resolve) => hub.onGap(resolve));
  await app.database.asOwner((owner) =>
    owner.query(`select pg_terminate_backend(pid) from (${listeners}) listening`),
  );
  await reconnected;
  for (let round = 0; round < 8; round++) expect(await enqueueAndRun({ round })).toEqual({ round });
});
