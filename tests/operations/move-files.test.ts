// `npm run move-files`: copies files between disk and bucket while the product runs, may be killed at any moment, and
// loses or changes no byte.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ObjectStorage } from '#platform/config/config.ts';
import { diskStore } from '#platform/files/disk-store.ts';
import { s3Store } from '#platform/files/s3-store.ts';
import type { FileStore } from '#platform/files/store.ts';
import { closeConnections } from '../hostile/support/send.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { until } from '../support/until.ts';
import { signUp, type Person } from './support/person.ts';
import { environmentOf, startRadosGateway, type RadosGateway } from './support/radosgw.ts';
import { get, keysIn, put, sha256 } from './support/store-behavior.ts';

const [smallFiles, smallBytes, largeBytes] = [200, 50_000, 40_000_000];

let gateway: RadosGateway;
let settings: ObjectStorage;
/** With its files on disk. */
let program: Program;
/** The same instance with its files in the bucket. */
let moved: Program;
let disk: FileStore;
let bucket: FileStore;
const figures: string[] = [];
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  gateway = await startRadosGateway();
  closing.push(() => gateway.stop());
  settings = await gateway.bucket('logbook');
  program = await makeProgram({ TRUSTED_PROXIES: '127.0.0.1' });
  closing.push(() => program.remove());
  moved = await makeProgram({
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: program.dataDir,
    ...environmentOf(settings),
  });
  closing.push(() => moved.remove());
});
afterAll(async () => {
  console.log(`move-files: ${smallFiles + 1} files of ${megabytes} MB; ${figures.join('; ')}`);
  closeConnections();
  for (const close of closing.toReversed()) await close();
});

const megabytes = ((smallFiles * smallBytes + largeBytes) / 1e6).toFixed(0);

/** Starts the command without its installation. */
function startMove(direction: string, environment = environmentOf(settings)) {
  const child = spawn(process.execPath, ['scripts/move-files.ts', direction], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR: program.dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close').then(() => output);
  return { child, ended };
}

/** Kills the command when it has copied some files, and runs it again. Resolves to its output. */
async function moveWithKill(direction: 'to-bucket' | 'to-disk', to: FileStore): Promise<string> {
  const first = startMove(direction);
  await until('some files are copied', 30_000, async () => (await to.list('', undefined, 30)).length === 30);
  first.child.kill('SIGKILL');
  await first.ended;
  const copied = (await keysIn(to)).length;
  expect(copied).toBeLessThan(smallFiles);
  const started = performance.now();
  const output = await startMove(direction).ended;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  figures.push(`${direction}: killed after ${copied} files, the rest in ${seconds} s`);
  return output;
}

/** The hash of every object. */
async function contentOf(store: FileStore): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const keys = await keysIn(store);
  for (let start = 0; start < keys.length; start += 20) {
    const page = keys.slice(start, start + 20);
    const contents = await Promise.all(page.map((key) => get(store, key)));
    for (const [n, content] of contents.entries()) hashes.set(page[n]!, sha256(content).toString('hex'));
  }
  return hashes;
}

/** Attaches a text to an entry. Returns its address, which is valid for an hour. */
async function attach(person: Person, entry: string, text: string): Promise<string> {
  const { status, file } = await person.attach(entry, Buffer.from(text));
  expect(status).toBe(200);
  const signed = await person.call(`/api/storage/log-files/${file}/sign`, { json: { as: 'download' } });
  return (signed.json() as { url: string }).url;
}

/** What a program with the same secret has at these addresses. */
async function read({ url }: Program, paths: string[]): Promise<string[]> {
  return Promise.all(paths.map(async (path) => (await fetch(url + path)).text()));
}

it('files move to the bucket and back while Logbook runs, although the command is killed', async () => {
  program.start();
  await program.untilReady();
  const root = join(program.dataDir, 'files');
  disk = await diskStore(root);
  bucket = await s3Store(settings, root, console.warn);
  for (let n = 0; n < smallFiles; n++) await put(disk, `log-files/user/${n}.bin`, randomBytes(smallBytes));
  await put(disk, 'log-files/user/large.bin', randomBytes(largeBytes));
  const ada = await signUp(program.url, 'ada', '203.0.113.1');
  const { entry } = await ada.write();
  const paths = [await attach(ada, entry, 'first')];

  const output = await moveWithKill('to-bucket', bucket);
  expect(output).toMatch(/202 files: \d+ copied .* were in the bucket logbook already/);
  expect(await contentOf(bucket)).toEqual(await contentOf(disk));

  paths.push(await attach(ada, entry, 'second'));
  await program.stop();
  expect(await startMove('to-bucket').ended).toContain('203 files: 1 copied');
  expect(await startMove('to-bucket').ended).toContain('203 files: 0 copied');
  const before = await contentOf(disk);
  await rm(root, { recursive: true });

  moved.start();
  await moved.untilReady();
  expect(await read(moved, paths)).toEqual(['first', 'second']);

  disk = await diskStore(root);
  await moveWithKill('to-disk', disk);
  expect(await contentOf(disk)).toEqual(before);
  expect(await contentOf(bucket)).toEqual(before);
  await moved.stop();
  program.start();
  await program.untilReady();
  expect(await read(program, paths)).toEqual(['first', 'second']);
});

it.each([
  ['without a bucket in the settings', 'to-bucket', {}, 'No bucket is configured.'],
  ['without a direction', '', undefined, 'npm run move-files -- to-bucket'],
  ['with a wrong key', 'to-bucket', { S3_SECRET_ACCESS_KEY: 'wrong' }, 'Check S3_ACCESS_KEY_ID'],
  ['while the store is away', 'to-disk', { S3_ENDPOINT: 'http://127.0.0.1:9' }, 'Run the command again'],
])('%s, the command ends with a reason and a fix', async (_, direction, changed, fix) => {
  const environment = changed && Object.keys(changed).length === 0 ? {} : environmentOf(settings);
  const { child, ended } = startMove(direction, { ...environment, ...changed });
  expect(await ended).toContain(fix);
  expect(child.exitCode).toBe(1);
});
