// Outages of the object store, as users see them: what needs a file is refused in time and works again without a
// restart, everything else continues at its usual speed.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { pdf } from '#platform/files/test-contents.ts';
import { formOf } from '../hostile/support/form.ts';
import { closeConnections, send, type Reply } from '../hostile/support/send.ts';
import { photoWithPlace } from '../support/photos.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { startObjectFaults, type ObjectFaults } from './support/object-faults.ts';
import { signUp, type Person } from './support/person.ts';
import { environmentOf, startRadosGateway, type RadosGateway } from './support/radosgw.ts';
import { measureOutage } from './support/usual-calls.ts';

/** Milliseconds within which a call that needs a file gets its response. */
const answerMs = 15_000;
const text = Buffer.alloc(200_000, 'All work and no play. ');

let gateway: RadosGateway;
let faults: ObjectFaults;
let toStore: TcpProxy;
let program: Program;
let owner: pg.Client;
let ada: Person;
/** Has a photo. */
let grace: Person;
let entry: string;
let photo: Buffer;
/** The addresses of stored files: an attachment and the public profile photo. */
let stored: { attachment: string; photo: string };

beforeAll(async () => {
  gateway = await startRadosGateway();
  faults = await startObjectFaults(gateway.url);
  toStore = await TcpProxy.start(faults.url);
  const storage = await gateway.bucket('outages', toStore.url);
  program = await makeProgram({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    APP_URL: 'http://logbook.example',
    TRUSTED_PROXIES: '127.0.0.1',
    ...environmentOf(storage),
  });
  program.start();
  await program.untilReady();
  owner = new pg.Client(await program.database('postgres'));
  await owner.connect();
  ada = await signUp(program.url, 'ada', '192.0.2.1');
  photo = await photoWithPlace();
  ({ entry } = await ada.write());
  const { file } = await ada.attach(entry, text);
  const signed = await ada.call(`/api/storage/log-files/${file}/sign`, { json: { as: 'view' } });
  grace = await signUp(program.url, 'grace', '192.0.2.2');
  const profile = await uploadPhoto(grace);
  stored = {
    attachment: (signed.json() as { url: string }).url,
    photo: (profile.json() as { avatar_url: string }).avatar_url,
  };
});

afterAll(async () => {
  closeConnections();
  await owner?.end();
  await program?.remove();
  await toStore?.close();
  await faults?.stop();
  await gateway?.stop();
});

const figures: string[] = [];
afterAll(() => console.log(`outages of the object store: ${figures.join('; ')}`));

const uploadPhoto = (person: Person) =>
  person.call('/api/storage/profile-photos', formOf({}, { name: 'me.png', bytes: photo }));
const uploadResume = (person: Person) =>
  person.call('/api/storage/resumes', formOf({}, { name: 'cv.pdf', bytes: Buffer.from(pdf()) }));

const uploads = (person: Person): Promise<Reply>[] => [
  person.attach(entry, text),
  uploadPhoto(person),
  uploadResume(person),
];
const downloads = (person: Person): Promise<Reply>[] => [
  person.call(stored.attachment),
  person.call(stored.photo),
  person.call('/api/export'),
];

async function countFiles(): Promise<number> {
  const { rows } = await owner.query<{ files: number }>(
    'select (select count(*) from log_files)::int + (select count(*) from resumes)::int as files',
  );
  return rows[0]!.files;
}

async function filesPart(): Promise<string> {
  const reply = await send(`${program.url}/api/health/ready`, { from: '203.0.113.1' });
  const { files } = reply.json() as { files: string };
  return `${reply.status} ${files}`;
}

/** Another job, which needs no file. Resolves to its duration in milliseconds. */
async function runAnotherJob(): Promise<number> {
  const started = performance.now();
  await owner.query(`select graphile_worker.add_job('expire-vouches', job_key := 'another job')`);
  await until('another job ends', 20_000, async () => {
    const { rowCount } = await owner.query(`select from graphile_worker.jobs where key = 'another job'`);
    return rowCount === 0;
  });
  return performance.now() - started;
}

function restore(): void {
  faults.set(undefined);
  toStore.restore();
}
afterEach(restore);

const describeReply = ({ status, body, headers }: Reply) =>
  `${status} ${headers['retry-after'] ?? ''} ${status === 200 ? '' : body.toString()}`;

const outages: Record<string, () => void> = {
  'returns errors': () => faults.set({ kind: 'error', status: 500, code: 'InternalError' }),
  'refuses access': () => faults.set({ kind: 'error', status: 403, code: 'AccessDenied' }),
  'refuses connections': () => toStore.cut(),
  hangs: () => toStore.hang(),
};
let leavers = 0;

it.each(Object.keys(outages))('a store that %s refuses files in time, and nothing else', async (name) => {
  const leaver = await signUp(program.url, `leaver${++leavers}`, `198.51.100.${leavers}`);
  const own = await leaver.write();
  expect((await leaver.attach(own.entry, text)).status).toBe(200);
  const removed = await Promise.all(Array.from({ length: 5 }, () => ada.attach(entry, text)));
  const before = await countFiles();

  const figure = await measureOutage({
    ...{ program, person: ada, name, start: outages[name]! },
    async outage() {
      const called = Promise.all([...uploads(ada), ...downloads(ada)]);
      // Their jobs fail or hang, and are repeated later.
      for (const { file } of removed)
        expect((await ada.call(`/api/log_files/${file}`, { method: 'DELETE' })).status).toBe(200);
      const deleted = await leaver.call('/api/functions/v1/delete-account', { method: 'POST' });
      expect(deleted.status).toBe(200);
      const another = await runAnotherJob();
      expect(another).toBeLessThan(5_000);
      const replies = await called;
      const wrong = replies.filter(
        ({ status, headers }) => status !== 503 || !(Number(headers['retry-after']) > 0),
      );
      expect(wrong.map(describeReply)).toEqual([]);
      const slowest = Math.max(...replies.map(({ ms }) => ms));
      expect(slowest).toBeLessThan(answerMs);
      await until('the readiness check fails', 5_000, async () => (await filesPart()) === '503 away');
      // What was removed is gone, and there is no partial row.
      expect(await countFiles()).toBe(before - removed.length - 1);
      return `refused within ${(slowest / 1000).toFixed(1)} s, another job took ${another.toFixed(0)} ms`;
    },
  });

  restore();
  const started = performance.now();
  await until('ready', 10_000, () => program.ready());
  const replies = await Promise.all([...uploads(ada), ...downloads(ada)]);
  expect(replies.filter(({ status }) => status !== 200).map(describeReply)).toEqual([]);
  expect(replies[3]!.body.equals(text)).toBe(true);
  await owner.query('update graphile_worker._private_jobs set run_at = now() where attempts > 0');
  await until('the bytes of the deleted account are deleted', 20_000, async () => {
    const { rows } = await owner.query<{ open: number }>(
      `select count(*)::int as open from graphile_worker.jobs where task_identifier like 'remove%'`,
    );
    return rows[0]!.open === 0;
  });
  figures.push(`${figure}, recovered in ${((performance.now() - started) / 1000).toFixed(1)} s`);
});

it('a store that is slow, or cuts off its responses, serves complete files', async () => {
  for (const [name, start] of [
    ['is slow', () => faults.set({ kind: 'slow', delayMs: 300 })],
    ['cuts off its responses', () => faults.set({ kind: 'truncated', afterBytes: 60_000 })],
  ] as const) {
    const figure = await measureOutage({
      ...{ program, person: ada, name, start },
      async outage() {
        const replies = await Promise.all([...uploads(ada), ...downloads(ada)]);
        expect(replies.filter(({ status }) => status !== 200).map(describeReply)).toEqual([]);
        expect(replies[3]!.body.equals(text)).toBe(true);
        return `served within ${(Math.max(...replies.map(({ ms }) => ms)) / 1000).toFixed(1)} s`;
      },
    });
    figures.push(figure);
    restore();
  }
  expect(program.alive()).toBe(true);
});
