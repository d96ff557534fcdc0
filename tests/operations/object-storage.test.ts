// The built product with its files in a bucket of a real object store (Ceph's RADOS Gateway), while the store works,
// fails and recovers. `object-driver.test.ts` tests the driver alone.
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sweepFiles } from '#features/check-ins/server/jobs.ts';
import { hourMs } from '#platform/clock/durations.ts';
import type { ObjectStorage } from '#platform/config/config.ts';
import { openFileStore } from '#platform/files/open-store.ts';
import { isOwnerMark } from '#platform/files/owner-mark.ts';
import { readConfig } from '#platform/config/config.ts';
import type { FileStore } from '#platform/files/store.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { formOf } from '../hostile/support/form.ts';
import { closeConnections, send } from '../hostile/support/send.ts';
import { photoWithPlace } from '../support/photos.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { unzip } from '../support/unzip.ts';
import { until } from '../support/until.ts';
import { startObjectFaults, type Fault, type ObjectFaults } from './support/object-faults.ts';
import { signUp, type Person } from './support/person.ts';
import { environmentOf, startRadosGateway, type RadosGateway } from './support/radosgw.ts';
import { keysIn, put } from './support/store-behavior.ts';

/** Seconds within which a call that needs the store gets its response while the store fails. */
const answerSeconds = 12;
/** Milliseconds of any other call meanwhile. */
const otherCallMs = 1000;

let gateway: RadosGateway;
let faults: ObjectFaults;
let settings: ObjectStorage;
let program: Program;
let ada: Person;
/** The bucket, not through the proxy. */
let bucket: FileStore;
const figures: string[] = [];
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  gateway = await startRadosGateway();
  closing.push(() => gateway.stop());
  figures.push(`the gateway starts in ${(gateway.startedInMs / 1000).toFixed(1)} s`);
  faults = await startObjectFaults(gateway.url);
  closing.push(() => faults.stop());
  settings = await gateway.bucket('logbook', faults.url);
  program = await makeProgram({ TRUSTED_PROXIES: '127.0.0.1', ...environmentOf(settings) });
  closing.push(() => program.remove());
  bucket = await openFileStore(
    readConfig({ DATA_DIR: program.dataDir, ...environmentOf({ ...settings, endpoint: gateway.url }) }),
  );
});
afterEach(() => faults.set(undefined));
afterAll(async () => {
  console.log(`object storage: ${figures.join('; ')}`);
  closeConnections();
  for (const close of closing.toReversed()) await close();
});

/** The path of a file that the person may read for an hour. */
async function signed(person: Person, file: string, as: 'view' | 'download'): Promise<string> {
  const reply = await person.call(`/api/storage/log-files/${file}/sign`, { json: { as } });
  expect(reply.status).toBe(200);
  return (reply.json() as { url: string }).url;
}

const ready = async () => (await send(`${program.url}/api/health/ready`, { from: '127.0.0.1' })).status;

it('a store that does not respond does not keep Logbook from starting, and it becomes ready without a restart', async () => {
  faults.set({ kind: 'error', status: 503, code: 'ServiceUnavailable' });
  program.start();
  await until('the server responds', 60_000, async () => {
    expect(program.alive()).toBe(true);
    return (await ready().catch(() => 0)) === 503;
  });
  expect(program.output()).toContain('Warning: The object store');
  faults.set(undefined);
  await program.untilReady();
  expect(program.output()).toContain(`in the bucket logbook at ${new URL(faults.url).host}`);
  ada = await signUp(program.url, 'ada', '203.0.113.1');
});

it.each([
  ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'wrong-secret' }, 'S3_SECRET_ACCESS_KEY'],
  ['an unknown key', { S3_ACCESS_KEY_ID: 'unknown-key' }, 'S3_ACCESS_KEY_ID'],
  ['a missing bucket', { S3_BUCKET: 'missing' }, 'Create the bucket'],
])('%s stops the start with a reason and a fix', async (_, wrong, fix) => {
  const refused = await makeProgram({ ...environmentOf(settings), ...wrong });
  try {
    refused.start();
    await until('the start is refused', 20_000, () => !refused.alive());
    expect(refused.output()).toContain(fix);
    expect(refused.output()).not.toContain(settings.secretAccessKey);
  } finally {
    await refused.remove();
  }
});

describe('files in the bucket', () => {
  const large = Buffer.from('A line of a long text.\n'.repeat(900_000));

  it('are uploaded, and downloaded whole, in ranges and conditionally, by one request to the store', async () => {
    const { entry } = await ada.write();
    const { status, file } = await ada.attach(entry, large, 'large.txt');
    expect(status).toBe(200);
    const path = program.url + (await signed(ada, file, 'download'));
    const before = faults.requests.length;
    const get = (headers = {}, method = 'GET') => send(path, { from: '203.0.113.1', method, headers });

    const whole = await get();
    expect([whole.status, whole.body.equals(large)]).toEqual([200, true]);
    const part = await get({ range: 'bytes=100-199' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-199/${large.length}`]);
    expect(part.body.equals(large.subarray(100, 200))).toBe(true);
    const tail = await get({ range: 'bytes=-5' });
    expect(tail.body.toString()).toBe('ext.\n');
    expect(faults.requests.length - before).toBe(3);

    const { etag } = whole.headers;
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    const outside = await get({ range: `bytes=${large.length}-` });
    expect([outside.status, outside.headers['content-range']]).toEqual([416, `bytes */${large.length}`]);
    const head = await get({}, 'HEAD');
    expect([head.status, head.headers['content-length']]).toEqual([200, String(large.length)]);
    figures.push(`${(large.length / 1e6).toFixed(0)} MB downloaded in ${whole.ms.toFixed(0)} ms`);
  });

  it('are renditions of photos, profile photos, résumés, and files of public pages', async () => {
    const photo = await photoWithPlace();
    const { entry } = await ada.write();
    const { file } = await ada.attach(entry, photo, 'photo.jpg');
    const view = await ada.call(await signed(ada, file, 'view'));
    expect([view.status, view.headers['content-type']]).toEqual([200, 'image/webp']);
    const original = await ada.call(await signed(ada, file, 'download'));
    expect(original.body.equals(photo)).toBe(true);

    const portrait = await ada.call(
      '/api/storage/profile-photos',
      formOf({}, { name: 'me.jpg', bytes: photo }),
    );
    expect(portrait.status).toBe(200);
    const { avatar_url } = (await ada.call('/api/profiles')).json() as { avatar_url: string };
    expect((await ada.call(avatar_url)).headers['content-type']).toBe('image/jpeg');

    const resume = await ada.call('/api/storage/resumes', formOf({}, { name: 'cv.pdf', bytes: pdf() }));
    expect(resume.status).toBe(200);
    await ada.call('/api/profiles', { method: 'PATCH', json: { slug: 'ada-example' } });
    const page = await ada.call('/ada-example');
    const link = /\/api\/public_profiles\/ada-example\/files\/[^"?&]+/.exec(page.body.toString())![0];
    const redirect = await ada.call(`${link}?as=download`);
    const shown = await ada.call(String(redirect.headers.location));
    expect(shown.body.equals(pdf())).toBe(true);
    // The text, the photo and its rendition, the profile photo, and the résumé.
    expect(await keysIn(bucket)).toHaveLength(5);
  });

  it('are in the archive of all data', async () => {
    const archive = await ada.call('/api/export');
    const files = unzip(archive.body);
    const names = [...files.keys()].filter((name) => name.startsWith('files/'));
    expect(names.map((name) => name.replace(/^files\/[-\d]+ /, '')).sort()).toEqual(
      expect.arrayContaining(['cv.pdf', 'large.txt', 'photo.jpg']),
    );
    expect(files.get(names.find((name) => name.endsWith('large.txt'))!)!.equals(large)).toBe(true);
  });

  it('arrive complete although every response of the store breaks off', async () => {
    const { entry } = await ada.write();
    const { file } = await ada.attach(entry, large, 'large.txt');
    faults.set({ kind: 'truncated', afterBytes: 3_000_000 });
    const { status, body } = await ada.call(await signed(ada, file, 'download'));
    expect([status, body.equals(large)]).toEqual([200, true]);
  });
});

describe('while the store fails', () => {
  const failures: [string, Fault][] = [
    ['with errors', { kind: 'error', status: 500, code: 'InternalError' }],
    ['with refused access', { kind: 'error', status: 403, code: 'AccessDenied' }],
    ['silently', { kind: 'slow', delayMs: 60_000 }],
  ];

  /** Calls that need the store. Resolves to the milliseconds of the slowest. */
  async function callAffected(path: string, photoPath: string, entry: string): Promise<number> {
    const replies = await Promise.all([
      ada.call(path),
      ada.call(photoPath),
      ada.attach(entry, Buffer.from('during')),
      ada.attach(entry, await photoWithPlace(), 'photo.jpg'),
      ada.call('/api/storage/resumes', formOf({}, { name: 'new.pdf', bytes: pdf() })),
      ada.call('/api/storage/list/log-files'),
      ada.call('/api/export'),
    ]);
    for (const reply of replies) {
      expect([reply.status, reply.json()]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(reply.ms).toBeLessThan(answerSeconds * 1000);
    }
    return Math.max(...replies.map(({ ms }) => ms));
  }

  /** Calls that do not. Resolves to the milliseconds of the slowest. */
  async function callOthers(): Promise<number> {
    let slowest = 0;
    for (let round = 0; round < 50; round++) {
      for (const reply of [await ada.call('/api/check_ins'), await ada.write()]) {
        expect(reply.status).toBe(200);
        slowest = Math.max(slowest, reply.ms);
      }
    }
    expect(slowest).toBeLessThan(otherCallMs);
    return slowest;
  }

  it.each(failures)(
    '%s, calls that need it get 503 in time, others go on, and it recovers without a restart',
    async (name, fault) => {
      const { entry } = await ada.write();
      const { file } = await ada.attach(entry, Buffer.from('before'));
      const path = await signed(ada, file, 'download');
      const { avatar_url } = (await ada.call('/api/profiles')).json() as { avatar_url: string };
      faults.set(fault);

      const [others, slowest] = await Promise.all([callOthers(), callAffected(path, avatar_url, entry)]);
      await until('it is not ready', 5000, async () => (await ready()) === 503);

      faults.set(undefined);
      await program.untilReady();
      expect((await ada.call(path)).body.toString()).toBe('before');
      expect((await ada.attach(entry, Buffer.from('after'))).status).toBe(200);
      const seconds = (slowest / 1000).toFixed(1);
      figures.push(`${name}: 503 after ${seconds} s, other calls at most ${others.toFixed(0)} ms`);
    },
  );

  it('slowly, everything works', async () => {
    faults.set({ kind: 'slow', delayMs: 1000 });
    const { entry } = await ada.write();
    const { status, file } = await ada.attach(entry, Buffer.from('slow'));
    expect(status).toBe(200);
    expect((await ada.call(await signed(ada, file, 'download'))).body.toString()).toBe('slow');
    expect(await ready()).toBe(200);
  });

  it('no row lost its bytes, and after the sweep no bytes lack a row', async () => {
    const orphan = `log-files/${ada.id}/${randomUUID()}/1-a.txt`;
    await put(bucket, orphan, randomBytes(10));
    const pool = new pg.Pool(await program.database('postgres'));
    try {
      await sweepFiles(pool, bucket, new Date(Date.now() + 2 * hourMs));
      const { rows } = await pool.query<{ path: string }>(
        `select file_path as path from log_files union all
         select view_path from log_files where view_path is not null order by 1`,
      );
      expect(await keysIn(bucket, 'log-files/')).toEqual(rows.map(({ path }) => `log-files/${path}`).sort());
    } finally {
      await pool.end();
    }
  });
});

it('deleting the account during an outage removes all of its objects once the store is back', async () => {
  const { entry } = await ada.write();
  await ada.attach(entry, Buffer.from('last'));
  expect((await keysIn(bucket)).length).toBeGreaterThan(3);
  faults.set({ kind: 'error', status: 500, code: 'InternalError' });
  const before = faults.requests.length;
  const deleted = await ada.call('/api/functions/v1/delete-account', { method: 'POST', json: {} });
  expect(deleted.status).toBe(200);
  await until('the job fails', 20_000, () => faults.requests.length > before + 3);
  faults.set(undefined);
  const files = async () => (await keysIn(bucket)).filter((key) => !isOwnerMark(key));
  await until('the bucket is empty', 60_000, async () => (await files()).length === 0);
  expect(program.output()).not.toContain(settings.secretAccessKey);
});
