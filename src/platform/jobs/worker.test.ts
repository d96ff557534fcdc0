import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { LiveHub } from '../live/hub.ts';
import { startWorker, type Worker } from './worker.ts';

let app: TestApp;
let hub: LiveHub;
let worker: Worker;
let onPayload: (payload: unknown) => void | Promise<void>;

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

/** The connection of a hub listens, asks where it begins, takes the lock of the workers, and sends the empty pulse. */
const listeners = `select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and query ilike any (array['listen%', '%pg_snapshot_xmax%', '%pg_advisory_lock_shared%', 'select'])`;

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

it('the jobs of a process that died are taken over, and those of one that runs are not', async () => {
  const done: unknown[] = [];
  const running = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  onPayload = async (payload) => {
    done.push(payload);
    if ((payload as { of: string }).of !== 'this process') return;
    running.resolve();
    await finish.promise;
  };
  const asOwner = (sql: string) => app.database.asOwner((owner) => owner.query(sql));
  // In the future, so that it is not run before it is locked.
  const enqueue = `select app.enqueue('note', '{"of": "a dead process"}', null, now() + interval '1 hour')`;
  await app.database.jobs.query(enqueue);
  await asOwner(
    `update graphile_worker._private_jobs set locked_by = 'pool-dead', run_at = now(), attempts = 1,
       locked_at = now() - interval '1 minute'`,
  );
  await app.database.jobs.query(`select app.enqueue('note', '{"of": "this process"}')`);
  await running.promise;
  await asOwner(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`);
  await app.database.jobs.query(`select app.enqueue('take-over-jobs', '{}')`);
  await vi.waitUntil(() => done.length === 2, 10_000);
  finish.resolve();
  expect(done).toEqual([{ of: 'this process' }, { of: 'a dead process' }]);
  await vi.waitUntil(
    async () => (await asOwner('select from graphile_worker._private_jobs')).rowCount === 0,
    10_000,
  );
  expect(done).toHaveLength(2);
});

it('a lock that is taken while the connection is being opened is released immediately', async () => {
  const other = new LiveHub(app.database.listener);
  const opening = other.open();
  const release = await other.hold('a pool of workers');
  await opening;
  await release();
  const { rowCount } = await app.database.asOwner((owner) =>
    owner.query(
      `select from pg_locks where locktype = 'advisory'
         and (classid::bigint << 32) | objid::bigint = hashtextextended('a pool of workers', 0)`,
    ),
  );
  expect(rowCount).toBe(0);
  await other.close();
});
