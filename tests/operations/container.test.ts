// The container image, built and run without a container engine (support/image.ts).
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { freePort } from '../support/free-port.ts';
import { asAdmin, startOtherPostgres } from '../support/other-postgres.ts';
import { startCommand } from '../support/start-command.ts';
import { until } from '../support/until.ts';
import { buildImage, contextFiles, startContainer, type Container, type Image } from './support/image.ts';

const account = { email: 'ada@example.com', password: 'a good long passphrase' };
const nodeUser = 1000;

let folder: string;
let image: Image;
let container: Container | undefined;
const figures: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync('/tmp/logbook-container-');
  const started = Date.now();
  image = buildImage(folder);
  figures.push(
    `built in ${seconds(started)} s, ${image.megabytes.root} MB, of which the product is ${image.megabytes.product} MB`,
  );
}, 400_000);

afterEach(async () => {
  await container?.stop('SIGKILL');
  container = undefined;
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  console.log(`container: ${figures.join('; ')}`);
});

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(1);
}

function makeVolume(name: string, owner = nodeUser): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, owner, owner);
  return path;
}

/** Starts a container and waits until it is ready. Returns its URL. */
async function startReady(volume: string, settings: Record<string, string> = {}): Promise<string> {
  const url = `http://127.0.0.1:${await freePort()}`;
  container = startContainer(image, volume, { PORT: new URL(url).port, APP_URL: url, ...settings });
  const started = Date.now();
  await until('the container is ready', 60_000, async () => {
    if (container!.exitCode() !== undefined) throw new Error(`It exited:\n${container!.output()}`);
    const response = await fetch(`${url}/api/health/ready`).catch(() => undefined);
    return response?.ok === true;
  });
  figures.push(`ready after ${seconds(started)} s`);
  return url;
}

async function post(url: string, body: object, token?: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  return response;
}

async function signIn(url: string): Promise<string> {
  const response = await post(`${url}/api/auth/token`, { grant_type: 'password', ...account });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function entriesOf(url: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${await signIn(url)}` };
  const response = await fetch(`${url}/api/check_ins`, { headers });
  const { rows } = (await response.json()) as { rows: { content: string }[] };
  return rows.map(({ content }) => content);
}

test('the build sees only files of the repository, and neither tests nor data', () => {
  const tracked = new Set(
    execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
    }).split('\n'),
  );
  const files = contextFiles();
  expect(files.filter((path) => !tracked.has(path))).toEqual([]);
  expect(files.filter((path) => /\.test\.tsx?$|^(tests|docs|deploy|\.env)/.test(path))).toEqual([]);
  expect(files).toContain('package-lock.json');
});

test('the command starts Node with the memory settings of npm start', () => {
  const { env, nodeOptions } = startCommand();
  expect(image.env).toMatchObject(env);
  expect(image.command).toEqual(['node', ...nodeOptions, 'dist/server/main.js']);
});

test('a container keeps accounts and entries in its volume over a stop and a crash', async () => {
  const volume = makeVolume('data');
  let url = await startReady(volume);
  await post(`${url}/api/auth/sign-up`, { full_name: 'Ada Example', ...account });
  await post(`${url}/api/check_ins`, { id: newId(), content: 'Shipped in a container' }, await signIn(url));
  const stopping = Date.now();
  expect(await container!.stop(image.stopSignal)).toBe(0);
  figures.push(`stopped after ${seconds(stopping)} s`);

  url = await startReady(volume);
  expect(await entriesOf(url)).toEqual(['Shipped in a container']);
  await container!.stop('SIGKILL');

  url = await startReady(volume);
  expect(await entriesOf(url)).toEqual(['Shipped in a container']);

  const { code, output } = container!.exec(['npm', 'run', 'admin', '--', 'verify', account.email]);
  expect(output).toContain(`${account.email} is now verified.`);
  expect(code).toBe(0);
  expect(container!.exec(image.healthcheck).code).toBe(0);
  const unused = { PORT: String(await freePort()) };
  expect(container!.exec(image.healthcheck, unused).code).toBe(1);
  expect(container!.exec(['sh', '-c', 'echo > /app/package.json']).output).toContain('Read-only file system');
  expect(container!.exec(['id', '--user']).output.trim()).toBe(String(nodeUser));
});

test("the operator's commands run in the container: doctor, backup, and restore into a new volume", async () => {
  const from = makeVolume('backed-up');
  const url = await startReady(from);
  await post(`${url}/api/auth/sign-up`, { full_name: 'Ada Example', ...account });
  await post(`${url}/api/check_ins`, { id: newId(), content: 'Backed up' }, await signIn(url));
  expect(container!.exec(['npm', 'run', 'doctor']).output).toContain('PostgreSQL');
  const backup = container!.exec(['npm', 'run', 'backup', '--', '/data/backup.zip']);
  expect(backup).toMatchObject({ code: 0 });
  await container!.stop(image.stopSignal);

  const to = makeVolume('restored');
  copyFileSync(join(from, 'backup.zip'), join(to, 'backup.zip'));
  chownSync(join(to, 'backup.zip'), nodeUser, nodeUser);
  const restore = ['npm', 'run', 'restore', '--', '/data/backup.zip'];
  container = startContainer(image, to, { APP_URL: url }, restore);
  await until('the backup is restored', 60_000, () => container!.exitCode() !== undefined);
  expect({ code: container.exitCode(), output: container.output() }).toMatchObject({ code: 0 });
  expect(await entriesOf(await startReady(to))).toEqual(['Backed up']);
});

test('a container with the secrets of compose.yml as files uses PostgreSQL, and only it', async () => {
  const volume = makeVolume('with-postgres');
  const command = ['node', 'scripts/make-secrets.mjs', '/data/secrets'];
  container = startContainer(image, volume, {}, command);
  await until('the secrets are made', 10_000, () => container!.exitCode() !== undefined);
  const secret = (name: string) => readFileSync(join(volume, 'secrets', name), 'utf8');

  const postgres = await startOtherPostgres();
  try {
    const password = secret('database-password');
    await asAdmin(postgres, `create role logbook superuser login password '${password}'`);
    await asAdmin(postgres, 'create database logbook owner logbook');
    const address = new URL(postgres.admin).host;
    const url = secret('database-url').replace('database:5432', address);
    writeFileSync(join(volume, 'database-url'), url, { mode: 0o444 });
    await startReady(volume, {
      APP_SECRET_FILE: '/data/secrets/app-secret',
      DATABASE_URL_FILE: '/data/database-url',
    });
    expect(readdirSync(volume)).not.toContain('postgres');
    expect(readdirSync(volume)).not.toContain('app-secret');
    expect(await container.stop(image.stopSignal)).toBe(0);
  } finally {
    await container.stop('SIGKILL');
    await postgres.stop();
  }
});

test('a volume that belongs to root stops the start with the command that fixes it', async () => {
  const volume = makeVolume('roots-data', 0);
  container = startContainer(image, volume, { APP_URL: 'http://localhost' });
  await until('the container exits', 30_000, () => container!.exitCode() !== undefined);
  expect(container.exitCode()).toBe(1);
  expect(container.output()).toContain('chown');
});

test('the image contains no development package', () => {
  const names = ['vite', 'vitest', 'typescript', '@playwright'];
  const found = execFileSync('ls', [join(image.root, 'app/node_modules')], { encoding: 'utf8' }).split('\n');
  expect(found.filter((name) => names.includes(name))).toEqual([]);
  expect(readFileSync(join(image.root, 'app/package.json'), 'utf8')).toBe(
    readFileSync('package.json', 'utf8'),
  );
});
