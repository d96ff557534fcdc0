// The database refuses, hangs, is slow, restarts, or has no connection left, while users write. Whatever does not need
// it keeps working; everything else gets a 503 in time; afterwards, all acknowledged data is there, without a restart.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../access/socket.ts';
import { problemsIn, untilEmailed } from '../crash/audit.ts';
import { emptyTally } from '../crash/ledger.ts';
import { makeWriters, type Writers } from '../crash/writers.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { startSink, type SmtpSink } from '../support/smtp-sink.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { DatabaseServer } from './support/database-server.ts';
import { ReadyLog } from './support/ready-log.ts';

/** The longest that a request may take during an outage, and until the product works again afterwards. Milliseconds. */
const boundMs = 15_000;
const recoveryMs = 10_000;
/** The longest until the readiness check reports it. */
const noticeMs = 3_000;
/** Failed requests that are enough to judge an outage. */
const failuresToSee = 12;
/** The floor of the limit for pages without the database, to allow for the machine's noise. Milliseconds. */
const unrelatedMs = 50;
const maxConnections = 60;

const settings = { max_connections: String(maxConnections) };
const tally = emptyTally();
let server: DatabaseServer;
let address: TcpProxy;
let sink: SmtpSink;
let program: Program;
let writers: Writers;

beforeAll(async () => {
  server = await DatabaseServer.create();
  await server.start(settings);
  await server.query('create database logbook', [], 'postgres');
  address = await TcpProxy.start(server.url());
  sink = await startSink();
  program = await makeProgram({ DATABASE_URL: server.url(address.port), SMTP_URL: sink.url });
  program.start();
  await program.untilReady();
  writers = await makeWriters(program.url, 4, tally);
});

afterAll(async () => {
  address?.restore();
  await writers?.stop();
  await program?.remove();
  await address?.close();
  await server?.remove();
  await sink?.close();
});

/** Pages and calls that need no database. */
const unrelated = ['/', '/guide', '/privacy-policy', '/robots.txt', '/api/health/live', '/api/version'];

/** The median time of a response to these, in milliseconds. Throws on an error. */
async function unrelatedMedian(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    for (const path of unrelated) {
      const started = performance.now();
      const response = await fetch(program.url + path, { headers: { accept: '*/*' } });
      await response.text();
      if (!response.ok) throw new Error(`${path} returned ${response.status}`);
      times.push(performance.now() - started);
    }
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

async function acknowledged(more: number, timeoutMs: number): Promise<void> {
  const wanted = tally.entries + more;
  await until(`${more} more entries`, timeoutMs, () => {
    if (!program.alive()) throw new Error(`The server exited unexpectedly:\n${program.output()}`);
    return tally.entries >= wanted;
  });
}

/**
 * Runs an outage while users write. `down`: requests fail until it ends. `slow`: none fails. `brief`: it is over when
 * `end` resolves, and only requests in flight fail. Returns everything that went wrong.
 */
async function outage(
  name: string,
  kind: 'down' | 'slow' | 'brief',
  begin: () => Promise<void>,
  end: () => Promise<void>,
): Promise<string[]> {
  const isDown = kind === 'down';
  const before = { ...tally, emailed: tally.emailed.length };
  tally.slowestMs = 0;
  const quietMs = await unrelatedMedian();
  writers.start();
  await acknowledged(20, 30_000);
  const token = writers.ledgers[0]!.token;
  const socket = listen(`${program.url.replace('http', 'ws')}/api/live`, {
    authorization: `Bearer ${token}`,
  });
  await socket.settled;
  const ready = new ReadyLog([program.url]);
  const begunAt = performance.now();
  await begin();
  const downAt = performance.now();
  if (isDown) await until('the server is not ready', noticeMs, () => ready.allFalseSince(begunAt));
  const noticedMs = performance.now() - downAt;
  const duringMs = await unrelatedMedian();
  // Each writer waits for its response, so several failures of each take as long as the slowest.
  if (isDown)
    await until('failed requests', 2 * boundMs, () => tally.failed >= before.failed + failuresToSee);
  else await acknowledged(10, 2 * boundMs);
  const endingAt = performance.now();
  await end();
  const endedAt = performance.now();
  await acknowledged(1, recoveryMs);
  const writtenMs = performance.now() - endedAt;
  if (isDown) await until('the server is ready', recoveryMs - writtenMs, () => ready.allTrueSince(endingAt));
  const readyMs = performance.now() - endedAt;
  if (isDown)
    await until('the live socket is closed', recoveryMs - readyMs, () => socket.closed !== undefined);
  socket.close();
  await acknowledged(10, 30_000);
  await writers.stop();
  await ready.stop();

  const problems = [...tally.problems.splice(0), ...(await problemsIn(program.url, writers.ledgers, 'new'))];
  const limit = (what: string, value: number, most: number) => {
    if (value > most) problems.push(`${what}: ${value.toFixed(1)}, more than ${most.toFixed(1)}`);
  };
  limit('the slowest request in ms', tally.slowestMs, boundMs);
  limit('the slowest readiness check in ms', ready.slowestMs, noticeMs);
  limit('pages without the database in ms', duringMs, Math.max(3 * quietMs, unrelatedMs));
  if (kind === 'slow') limit('failed requests', tally.failed, before.failed);
  if (problems.length > 0) problems.push(program.output());
  console.log(
    `database ${name}: ${isDown ? `not ready after ${noticedMs.toFixed(0)} ms` : 'ready'}, check at most ` +
      `${ready.slowestMs.toFixed(0)} ms; slowest request ${tally.slowestMs} ms; pages without it ${quietMs.toFixed(1)} ms ` +
      `before, ${duringMs.toFixed(1)} ms during; wrote ${(writtenMs / 1000).toFixed(1)} s and ready ` +
      `${(readyMs / 1000).toFixed(1)} s after; ${tally.entries - before.entries} entries and ` +
      `${tally.emailed.length - before.emailed} sign-ups acknowledged, 0 lost, ${tally.failed - before.failed} requests failed`,
  );
  return problems;
}

it('a database that refuses connections: requests fail in time, nothing is lost, and it works again without a restart', async () => {
  const problems = await outage(
    'refused',
    'down',
    async () => address.cut(),
    async () => address.restore(),
  );
  expect(problems).toEqual([]);
});

it('a database that hangs, with its connections open: the same, within seconds', async () => {
  const problems = await outage(
    'hung',
    'down',
    async () => address.hang(),
    async () => address.restore(),
  );
  expect(problems).toEqual([]);
});

it('a database whose responses come 300 ms late: no request fails', async () => {
  const problems = await outage(
    'slow',
    'slow',
    async () => address.slowDown(150),
    async () => address.restore(),
  );
  expect(problems).toEqual([]);
});

it('a database that restarts: only requests in flight fail', async () => {
  const problems = await outage(
    'restarted',
    'brief',
    async () => undefined,
    async () => server.restart(settings),
  );
  expect(problems).toEqual([]);
});

it('a database without a free connection: requests fail in time, and it works again without a restart', async () => {
  const others: pg.Client[] = [];
  const takeAll = async () => {
    // The connections of the product end first, and others take their place.
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'logbook'`;
    await server.query('create role others login password $$others$$; alter role others connection limit -1');
    while (others.length < maxConnections) {
      await server.query(end);
      const url = new URL(server.url());
      url.username = 'others';
      url.password = 'others';
      const client = new pg.Client(url.href);
      client.on('error', () => undefined);
      const isTaken = await client.connect().then(
        () => others.push(client) > 0,
        () => false,
      );
      if (!isTaken) return;
    }
  };
  const release = async () => {
    await Promise.all(others.splice(0).map((client) => client.end()));
  };
  try {
    expect(await outage('without connections', 'down', takeAll, release)).toEqual([]);
  } finally {
    await release();
  }
});

it('every acknowledged sign-up gets one email, and no outage has ended the process', async () => {
  await untilEmailed({ connectionString: server.url() }, sink, tally.emailed);
  const perAddress = new Map<string, Set<string>>();
  for (const { to, mail } of sink.received)
    perAddress.set(to[0]!, (perAddress.get(to[0]!) ?? new Set()).add(mail.messageId!));
  expect([...perAddress.values()].filter((ids) => ids.size > 1)).toEqual([]);
  const repeated = sink.received.length - perAddress.size;
  console.log(
    `database outages: ${tally.emailed.length} emails, 0 lost, ${repeated} sent twice with the same Message-ID`,
  );
  expect(repeated).toBeLessThanOrEqual(10);
  expect(program.alive()).toBe(true);
});
