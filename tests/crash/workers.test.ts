// Several worker processes behind one port (WORKERS) together give the same guarantees as one process.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { listen } from '../access/socket.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { until } from '../support/until.ts';

const count = 3;
const password = 'a good long passphrase';
const json = { 'content-type': 'application/json' };

let program: Program;
beforeAll(async () => {
  program = await makeProgram({ WORKERS: String(count) });
  program.start();
  await program.untilReady();
  // The port responds as soon as the first worker is ready.
  await until('the banner', 20_000, () => program.output().includes('is running'));
});
afterAll(() => program.remove());

/** The process ids of the workers, which are the parent's child processes that run Node. */
function workerPids(parent = program.pid()): number[] {
  return readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '' && isNode(pid))
    .map(Number);
}

function isNode(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('dist/server/main.js');
  } catch {
    return false;
  }
}

/** Sends each request on a new connection, so that the workers take turns. */
function post(path: string, body: object, token?: string): Promise<Response> {
  const headers = { ...json, connection: 'close', ...(token && { authorization: `Bearer ${token}` }) };
  return fetch(`${program.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function signUp(name: string): Promise<string> {
  const email = `${name}@example.com`;
  const created = await post('/api/auth/sign-up', { full_name: 'Ada Example', email, password });
  expect(created.status).toBe(200);
  const response = await post('/api/auth/token', { grant_type: 'password', email, password });
  return ((await response.json()) as { access_token: string }).access_token;
}

it('WORKERS sets the number of workers, and they serve 30 parallel requests', async () => {
  expect(workerPids()).toHaveLength(count);
  const responses = await Promise.all(
    Array.from({ length: 30 }, () =>
      fetch(`${program.url}/api/health/ready`, { headers: { connection: 'close' } }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(200));
});

it('a check-in saved through one worker reaches the sockets of all workers', async () => {
  const token = await signUp('live');
  const url = `${program.url.replace('http', 'ws')}/api/live`;
  const sockets = Array.from({ length: 2 * count }, () => listen(url, { authorization: `Bearer ${token}` }));
  await Promise.all(sockets.map(({ settled }) => settled));
  const id = newId();
  const saved = await post('/api/check_ins', { id, content: 'Seen by all workers', emoji: null }, token);
  expect(saved.status).toBe(200);
  await until('every socket receives the event', 5_000, () =>
    sockets.every(({ events }) => events.some((event) => event.id === id)),
  );
  for (const socket of sockets) socket.close();
});

it('a public page that every worker has cached shows a change within a second', async () => {
  const token = await signUp('public');
  const owner = { ...json, authorization: `Bearer ${token}` };
  const edit = (body: object) =>
    fetch(`${program.url}/api/profiles`, { method: 'PATCH', headers: owner, body: JSON.stringify(body) });
  const owners = new pg.Client(await program.database('postgres'));
  await owners.connect();
  await owners.query(`update users set email_verified_at = now() where email = 'public@example.com'`);
  await owners.end();
  expect((await edit({ slug: 'seen-by-all' })).status).toBe(200);
  // Each is a new connection, so that every worker gets some of them.
  const open = () =>
    Promise.all(
      Array.from({ length: 10 * count }, async () => {
        const response = await fetch(`${program.url}/seen-by-all`, { headers: { connection: 'close' } });
        return { status: response.status, text: await response.text() };
      }),
    );
  const shows = async (name: string) =>
    (await open()).every(({ status, text }) => status === 200 && text.includes(`<bdi>${name}</bdi>`));
  await until('every worker shows the page', 5_000, () => shows('Ada Example'));
  expect((await edit({ full_name: 'Ada King' })).status).toBe(200);
  const changed = performance.now();
  await until('every worker shows the change', 10_000, async () => {
    const asked = performance.now();
    const isShown = await shows('Ada King');
    if (!isShown && asked - changed > 1_000) throw new Error('A worker shows the old page after a second.');
    return isShown;
  });
});

it('limits are exact across workers: of 15 parallel wrong passwords, 5 are checked', async () => {
  await signUp('limits');
  const attempts = await Promise.all(
    Array.from({ length: 15 }, () =>
      post('/api/auth/token', {
        grant_type: 'password',
        email: 'limits@example.com',
        password: 'wrong password',
      }),
    ),
  );
  const checked = attempts.filter(({ status }) => status === 401 || status === 400 || status === 422);
  expect(checked.map(({ status }) => status)).toHaveLength(5);
  expect(attempts.filter(({ status }) => status === 429)).toHaveLength(10);
});

it('a killed worker is replaced, the others keep serving, and no acknowledged entry is lost', async () => {
  const token = await signUp('kill');
  const saved: string[] = [];
  let writing = true;
  const writers = Array.from({ length: 4 }, async () => {
    while (writing) {
      const id = newId();
      const response = await post('/api/check_ins', { id, content: `Entry ${id}`, emoji: null }, token).catch(
        () => undefined,
      );
      if (response?.status === 200) saved.push(id);
    }
  });
  const [victim] = workerPids();
  await until('some entries', 10_000, () => saved.length > 20);
  process.kill(victim!, 'SIGKILL');
  const before = saved.length;
  await until('more entries', 10_000, () => saved.length > before + 20);
  await until(
    'a replacement',
    15_000,
    () => workerPids().length === count && !workerPids().includes(victim!),
  );
  writing = false;
  await Promise.all(writers);
  for (const id of saved) {
    const response = await fetch(`${program.url}/api/check_ins/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
  }
});

it('workers exit when their parent is killed, and the next start takes over the database', async () => {
  const pids = workerPids();
  await program.killProcess();
  await until('the workers exit', 20_000, () => pids.every((pid) => !isNode(String(pid))));
  program.start();
  await program.untilReady();
  await until('the banner', 20_000, () => program.output().includes('is running'));
  expect(workerPids()).toHaveLength(count);
});

it('a taken port is reported once, and no process keeps running', async () => {
  const second = await makeProgram({ WORKERS: '2', PORT: new URL(program.url).port });
  try {
    second.start();
    await until('the refusal', 30_000, () => !second.alive());
    expect(second.output().match(/is taken/g)).toHaveLength(1);
    expect(await second.database('postgres')).toBeUndefined();
  } finally {
    await second.remove();
  }
});

it('SIGTERM stops the process, its workers and its database', async () => {
  const pids = workerPids();
  await program.stop();
  expect(pids.filter((pid) => isNode(String(pid)))).toEqual([]);
  expect(await program.database('postgres')).toBeUndefined();
});
