// A PostgreSQL with a streaming standby and synchronous commit, behind an address that moves. The primary is killed, and
// the next one freezes, while users write through two installations, one of them with two workers.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { listen } from '../access/socket.ts';
import { problemsIn, untilEmailed } from '../crash/audit.ts';
import { emptyTally, type Ledger } from '../crash/ledger.ts';
import { makeWriters, type Writers } from '../crash/writers.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { startSink, type SmtpSink } from '../support/smtp-sink.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { DatabaseServer } from './support/database-server.ts';
import { ReadyLog } from './support/ready-log.ts';

/** The longest that a request may take without a primary, or a write without the standby: a statement may take 15 s. */
const boundMs = 16_000;
/** The longest from the moment that the address leads to the new primary until every process has written. */
const recoveryMs = 10_000;
const writersEach = 3;

const servers: DatabaseServer[] = [];
const programs: Program[] = [];
const writers: Writers[] = [];
let primary: DatabaseServer;
let standby: DatabaseServer;
/** The address in DATABASE_URL. */
let address: TcpProxy;
/** Between primary and standby. */
let replication: TcpProxy;
let sink: SmtpSink;
/** A user for single requests. */
let probe: Ledger;

beforeAll(async () => {
  primary = await DatabaseServer.create();
  servers.push(primary);
  await primary.start();
  await primary.query('create database logbook', [], 'postgres');
  replication = await TcpProxy.start(primary.url());
  standby = await attachStandby(primary, replication.port, 'second');
  address = await TcpProxy.start(primary.url());
  sink = await startSink();
  const settings = {
    DATABASE_URL: primary.url(address.port),
    APP_SECRET: 'a secret that both installations share, long enough',
    SMTP_URL: sink.url,
  };
  programs.push(await makeProgram(settings), await makeProgram({ ...settings, WORKERS: '2' }));
  // One after the other, because a start applies the migrations.
  for (const program of programs) {
    program.start();
    await program.untilReady();
  }
  for (const [at, program] of programs.entries())
    writers.push(await makeWriters(program.url, writersEach, emptyTally(), `writer-${at}-`));
  [probe] = (await makeWriters(programs[0]!.url, 1, emptyTally(), 'probe')).ledgers as [Ledger];
});

afterAll(async () => {
  replication?.restore();
  for (const each of writers) await each.stop();
  for (const program of programs) await program.remove();
  await address?.close();
  await replication?.close();
  for (const server of servers) await server.remove();
  await sink?.close();
});

/** Starts a standby of `server` and makes the commits of `server` wait for it, as docs/self-hosting.md describes. */
async function attachStandby(server: DatabaseServer, port: number, name: string): Promise<DatabaseServer> {
  const created = await DatabaseServer.createStandby(port, name);
  servers.push(created);
  await created.start();
  await server.query(`alter system set synchronous_standby_names = '${name}'`);
  await server.query('select pg_reload_conf()');
  await until('the standby is synchronous', 20_000, async () => {
    const [row] = await server.query<{ sync_state: string }>('select sync_state from pg_stat_replication');
    return row?.sync_state === 'sync';
  });
  return created;
}

const tallies = () => writers.map(({ tally }) => tally);
const sum = (key: 'entries' | 'files' | 'failed') =>
  tallies().reduce((total, tally) => total + tally[key], 0);
const emailed = () => tallies().flatMap((tally) => tally.emailed);

/** Resolves when the writers of every installation have had this many more entries acknowledged. */
async function acknowledged(more: number, timeoutMs: number): Promise<void> {
  const wanted = tallies().map(({ entries }) => entries + more);
  await until(`${more} more entries in each installation`, timeoutMs, () => {
    const dead = programs.find((program) => !program.alive());
    if (dead) throw new Error(`The server exited unexpectedly:\n${dead.output()}`);
    return tallies().every(({ entries }, at) => entries >= wanted[at]!);
  });
}

const headers = ({ token }: Ledger) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

async function send(method: string, path: string, by: Ledger, body?: object) {
  const started = performance.now();
  const response = await fetch(`${programs[0]!.url}${path}`, {
    method,
    headers: headers(by),
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(2 * boundMs),
  });
  await response.text();
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, ms: performance.now() - started };
}

it('a write is acknowledged only once the synchronous standby has it, and reads continue without the standby', async () => {
  const by = probe;
  const ids = Array.from({ length: 6 }, () => newId());
  const goals = Array.from({ length: 2 }, () => newId());
  // Check-ins are committed in batches; the other two in separate transactions, which wait together.
  const writes = () => [
    ...ids.map((id) => send('POST', '/api/check_ins', by, { id, content: 'Needs both', emoji: null })),
    ...goals.map((id) => send('POST', '/api/goals', by, { id, text: 'Survive a failover' })),
    send('PATCH', '/api/profiles', by, { full_name: 'Ada Example' }),
  ];
  const mails = programs.length * writersEach + 1;
  await until('the emails of the sign-ups', 20_000, () => sink.received.length === mails);
  replication.hang();
  let settled = 0;
  const refused = writes().map((write) => write.finally(() => (settled += 1)));
  const reads: number[] = [];
  while (settled < refused.length) {
    const read = await send('GET', '/api/check_ins', by);
    expect(read.status).toBe(200);
    reads.push(read.ms);
    expect(await programs[0]!.ready()).toBe(true);
  }
  const answers = await Promise.all(refused);
  expect(answers.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
  const slowestMs = Math.max(...answers.map(({ ms }) => ms));
  expect(slowestMs).toBeLessThan(boundMs);
  expect(sink.received).toHaveLength(mails);
  // Repeated writes must not use up the connections of the server.
  const again = await Promise.all(writes());
  expect(again.filter(({ status }) => status !== 503)).toEqual([]);
  const [{ count }] = (await primary.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where usename = 'logbook_app' and wait_event = 'SyncRep'`,
  )) as [{ count: number }];
  expect(count).toBeLessThanOrEqual(3);
  replication.restore();
  const restored = performance.now();
  await until('the writes are acknowledged', recoveryMs, async () =>
    (await Promise.all(writes())).every(({ status }) => status === 200),
  );
  const seconds = ((performance.now() - restored) / 1000).toFixed(1);
  const stored = await standby.query<{ id: string }>('select id from check_ins where id = any ($1)', [ids]);
  expect(stored.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  console.log(
    `standby away: ${2 * refused.length} writes refused after at most ${(slowestMs / 1000).toFixed(1)} s, 0 acknowledged, ` +
      `${reads.length} reads went on (slowest ${Math.max(...reads).toFixed(0)} ms), ${count} sessions wait; ` +
      `all acknowledged ${seconds} s after its return`,
  );
});

/** Fails over from primary to standby while users write. Returns everything that went wrong. */
async function failOver(how: string, fail: (failing: DatabaseServer) => Promise<void>): Promise<string[]> {
  const before = { entries: sum('entries'), files: sum('files'), failed: sum('failed') };
  for (const { tally } of writers) tally.slowestMs = 0;
  const sockets = programs.map(({ url }) => listen(`${url.replace('http', 'ws')}/api/live`, headers(probe)));
  await Promise.all(sockets.map(({ settled }) => settled));
  for (const each of writers) each.start();
  await acknowledged(20, 30_000);

  const ready = new ReadyLog(programs.map(({ url }) => url));
  const failedAt = performance.now();
  await fail(primary);
  await until('every process reports that it is not ready', boundMs, () => ready.allFalseSince(failedAt));
  const noticedMs = performance.now() - failedAt;
  await standby.promote();
  address.moveTo(standby.url());
  const movedAt = performance.now();
  await acknowledged(1, recoveryMs);
  const writtenMs = performance.now() - movedAt;
  await until('every process is ready', recoveryMs - writtenMs, () => ready.allTrueSince(movedAt));
  await until('the sockets of before are closed', recoveryMs - writtenMs, () =>
    sockets.every(({ closed }) => closed !== undefined),
  );
  const live = await liveEventArrives(recoveryMs - writtenMs);
  await acknowledged(20, 30_000);
  await Promise.all(writers.map((each) => each.stop()));
  await ready.stop();

  const problems = tallies().flatMap((tally) => tally.problems.splice(0));
  for (const [at, { url }] of programs.entries())
    problems.push(...(await problemsIn(url, writers[at]!.ledgers, 'all')));
  const slowestMs = Math.max(...tallies().map((tally) => tally.slowestMs));
  if (slowestMs > boundMs) problems.push(`The slowest request took ${slowestMs} ms.`);
  if (problems.length > 0) problems.push(...programs.map((program) => program.output()));
  console.log(
    `primary ${how}: not ready after ${(noticedMs / 1000).toFixed(1)} s; once the address had moved, both wrote after ` +
      `${(writtenMs / 1000).toFixed(1)} s, live events after ${(live / 1000).toFixed(1)} s more; ` +
      `${sum('entries') - before.entries} entries and ${sum('files') - before.files} files acknowledged, 0 lost, ` +
      `${sum('failed') - before.failed} requests failed, slowest ${slowestMs} ms`,
  );
  return problems;
}

/** A write through one installation reaches a socket of the other. Returns the milliseconds that it took. */
async function liveEventArrives(timeoutMs: number): Promise<number> {
  const started = performance.now();
  const by = probe;
  await until('a live event', timeoutMs, async () => {
    const socket = listen(`${programs[1]!.url.replace('http', 'ws')}/api/live`, headers(by));
    await socket.settled;
    const id = newId();
    await send('POST', '/api/check_ins', by, { id, content: 'Seen by the other', emoji: null });
    const arrived = await until('the event', 1_000, () =>
      socket.events.some((event) => event.id === id),
    ).catch(() => false);
    socket.close();
    return arrived;
  });
  return performance.now() - started;
}

it('when the primary dies, both installations write to the promoted standby, and nothing acknowledged is lost', async () => {
  expect(await failOver('killed', (failing) => failing.kill())).toEqual([]);
});

it('when the primary freezes with its connections open, both installations leave it, even after it is back', async () => {
  primary = standby;
  standby = await attachStandby(primary, primary.port, 'third');
  const frozen = primary;
  expect(await failOver('frozen', async (failing) => failing.freeze())).toEqual([]);
  frozen.thaw();
  // The remaining writes wait to commit for a standby that is gone: no one gets an acknowledgment.
  await until('no process uses the old primary', 10_000, async () => {
    const sessions = await frozen.query(
      `select from pg_stat_activity where application_name = 'logbook' and wait_event_type = 'Client'`,
    );
    return sessions.length === 0;
  });
});

it('the email of every acknowledged sign-up is sent, including by the new primary', async () => {
  const addresses = emailed();
  await untilEmailed({ connectionString: standby.url() }, sink, addresses);
  const ids = sink.received.map(({ mail }) => mail.messageId);
  const repeated = ids.length - new Set(ids).size;
  console.log(
    `standby: ${addresses.length} emails of acknowledged sign-ups, 0 lost, ${repeated} sent twice with the same Message-ID`,
  );
  expect(addresses.length).toBeGreaterThan(0);
  expect(repeated).toBeLessThanOrEqual(6);
});

it('a process stops while commits wait for a standby that is away', async () => {
  await standby.query(`alter system set synchronous_standby_names = 'away'`);
  await standby.query('select pg_reload_conf()');
  const [program] = programs as [Program];
  const body = { id: newId(), content: 'Waits', emoji: null };
  const write = send('POST', '/api/check_ins', probe, body).catch(() => ({ status: 0 }));
  await until('a commit waits', 10_000, async () => {
    const waiting = await standby.query(`select from pg_stat_activity where wait_event = 'SyncRep'`);
    return waiting.length > 0;
  });
  const started = performance.now();
  await program.stop();
  expect((await write).status).not.toBe(200);
  console.log(`standby: a process stopped within ${((performance.now() - started) / 1000).toFixed(1)} s`);
});
