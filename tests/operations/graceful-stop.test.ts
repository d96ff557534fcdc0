// SIGTERM ends a process without failing what it has accepted, and always within the time that supervisors allow.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { startSink, type SmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { signUp, type User } from './support/load.ts';

let program: Program;
let sink: SmtpSink | undefined;
afterAll(async () => {
  await program?.remove();
  await sink?.close();
});

const report = (line: string) => console.log(`graceful stop: ${line}`);

async function start(settings: Record<string, string> = {}): Promise<void> {
  await program?.remove();
  program = await makeProgram({ TRUSTED_PROXIES: '127.0.0.1', ...settings });
  program.start();
  await program.untilReady();
}

/** Sends SIGTERM. Returns a function that resolves with the milliseconds until the exit. */
function terminate(): () => Promise<number> {
  const sentAt = performance.now();
  process.kill(program.pid(), 'SIGTERM');
  return async () => {
    await until('the process exits', 20_000, () => !program.alive());
    return Math.round(performance.now() - sentAt);
  };
}

const boundary = 'the-boundary';

/** Begins to upload a file to a new entry. The last line of the body is left to the caller. */
async function beginUpload(user: User): Promise<ClientRequest> {
  const entry = newId();
  const saved = await fetch(`${program.url}/api/check_ins`, {
    method: 'POST',
    headers: { ...user.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id: entry, content: 'With a file', emoji: null }),
  });
  expect(saved.status).toBe(200);
  const upload = request(`${program.url}/api/storage/log-files`, {
    method: 'POST',
    headers: { ...user.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    agent: false,
  });
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  upload.write(field('check_in_id', entry) + field('id', newId()));
  upload.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="notes.txt"\r\n\r\nThe content`,
  );
  const staged = join(program.dataDir, 'files/.staging');
  await until('the server receives the file', 5_000, () => readdirSync(staged).length > 0);
  return upload;
}

async function getOn(agent: Agent, path: string): Promise<IncomingMessage & { body: string }> {
  const sent = request(program.url + path, { agent }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return Object.assign(response, { body: await text(response) });
}

it('on SIGTERM, an upload in flight finishes, open connections get a last response, and new ones are refused', async () => {
  await start();
  const user = await signUp(program.url, 'ada@example.com');
  const upload = await beginUpload(user);
  const responded = once(upload, 'response') as Promise<[IncomingMessage]>;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await getOn(agent, '/api/health/ready')).headers.connection).toBe('keep-alive');
  const exited = terminate();
  await until('refused connections', 2_000, () =>
    fetch(`${program.url}/`, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    ),
  );
  const last = await getOn(agent, '/api/health/live');
  expect([last.statusCode, last.headers.connection, JSON.parse(last.body)]).toMatchObject([
    503,
    'close',
    { status: 'stopping' },
  ]);
  upload.end(`\r\n--${boundary}--\r\n`);
  const [response] = await responded;
  expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
  response.resume();
  const ms = await exited();
  agent.destroy();
  expect(program.exitCode()).toBe(0);
  report(`an upload in flight finished, exit after ${ms} ms`);
});

it('on SIGTERM, an upload that does not end is cut after eight seconds', async () => {
  await start();
  const upload = await beginUpload(await signUp(program.url, 'ada@example.com'));
  const cut = once(upload, 'error');
  const ms = await terminate()();
  await cut;
  expect(program.exitCode()).toBe(0);
  expect(ms).toBeGreaterThan(7_900);
  expect(ms).toBeLessThan(13_000);
  report(`an upload that does not end was cut, exit after ${ms} ms`);
});

it('on SIGTERM, connections that asked for an upgrade to nothing are closed', async () => {
  await start();
  const { hostname, port } = new URL(program.url);
  // The first path cannot be decoded, and the second leads to another one.
  for (const path of ['/%zz', '/about/', '/api/live']) {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`);
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(String(response)).toMatch(/^HTTP\/1.1 (308|400|401) /);
  }
  const ms = await terminate()();
  expect(program.exitCode()).toBe(0);
  // They are idle, as after any other response.
  expect(ms).toBeLessThan(7_000);
  report(`refused upgrades were closed, exit after ${ms} ms`);
});

it('on SIGTERM, a job that does not end is given back', async () => {
  sink = await startSink();
  sink.behave = () => 'take late';
  const production = { NODE_ENV: 'production', APP_URL: 'https://logbook.example', HOST: '127.0.0.1' };
  await start({ SMTP_URL: sink.url, ...production });
  await signUp(program.url, 'ada@example.com');
  await until('the email is being sent', 10_000, () => sink!.received.length === 1);
  const ended = new Date();
  const ms = await terminate()();
  expect(program.exitCode()).toBe(0);
  expect(ms).toBeLessThan(13_000);
  program.start();
  await program.untilReady();
  // Other processes leave a job alone for four hours if the process that locked it did not give it back.
  const owner = new pg.Client(await program.database('postgres'));
  await owner.connect();
  // The new process may have run it already.
  const { rows } = await owner.query(
    `select attempts from graphile_worker.jobs where task_identifier = 'send-mail' and locked_at < $1`,
    [ended],
  );
  await owner.end();
  expect(rows).toEqual([]);
  report(`a job that does not end was given back, exit after ${ms} ms`);
});

it('a second SIGTERM ends the process and its workers immediately', async () => {
  await start({ WORKERS: '2' });
  await until('the banner', 20_000, () => program.output().includes('is running'));
  const upload = await beginUpload(await signUp(program.url, 'ada@example.com'));
  const cut = once(upload, 'error');
  const startedAt = performance.now();
  terminate();
  // Signals of the first second count as one.
  await until('more than a second', 2_000, () => performance.now() - startedAt > 1_100);
  expect(program.alive()).toBe(true);
  const ms = await terminate()();
  await cut;
  expect(program.exitCode()).toBe(1);
  expect(ms).toBeLessThan(1_000);
  await expect(fetch(program.url)).rejects.toThrow('fetch failed');
  report(`a second signal ended it after ${ms} ms`);
});
