// What each operation costs: processor time of the server and the database, round trips, bytes, log, notifications.
// Then the memory of processes, sockets and connections.
import type pg from 'pg';
import { openRaw, type RawSocket } from '#tests/support/raw-socket.ts';
import { startOtherPostgres } from '#tests/support/other-postgres.ts';
import { startSink, type SmtpSink } from '#tests/support/smtp-sink.ts';
import { memoryMb, processorMs } from '../costs.ts';
import { fewestEntries, load } from '../huge/load.ts';
import { Instance, type Person } from '../instance.ts';
import { publish } from '../public-pages.ts';
import { plain, type Row } from '../report.ts';
import { modelRows, type Cost } from './model.ts';
import { operationsOf, type Operation, type Stage } from './operations.ts';
import { CountingRelay } from './relay.ts';

export async function operationRows(): Promise<Row[]> {
  const sink = await startSink();
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'logbook@example.com' };
  const instance = await Instance.make(mail);
  try {
    const { reader, writer } = await load(instance, fewestEntries);
    await publish(instance);
    const trips = await tripsByOperation(sink, mail);
    const rows = await costRows({ instance, reader, writer, sink }, trips);
    return [...rows, ...(await memoryRows(instance, [reader, writer]))];
  } finally {
    await instance.remove();
    await sink.close();
  }
}

async function costRows(stage: Stage, trips: Map<string, number>): Promise<Row[]> {
  const { instance } = stage;
  const database = await instance.databasePid();
  const operations = await operationsOf(stage);
  return instance.asOwner(async (owner) => {
    let events = 0;
    owner.on('notification', () => events++);
    await owner.query('listen logbook_live');
    const rows: Row[] = [];
    const costs = new Map<string, Cost>();
    for (const operation of operations) {
      await operation.run();
      await operation.run();
      const from = events;
      const measured = await costOf(instance, database, owner, operation);
      const cost = { ...measured, events: (events - from) / operation.times };
      costs.set(operation.name, cost);
      const round = (value: number) => Math.round(value).toLocaleString('en');
      rows.push({
        ...plain(
          `${operation.name}: server + database`,
          `${round(cost.serverUs)} + ${round(cost.databaseUs)} µs`,
          `${trips.get(operation.name)?.toFixed(1)} trips, ${round(cost.bytes)} B sent, ${round(cost.log)} B of log, ${cost.events.toFixed(0)} events`,
        ),
        details: cost,
      });
    }
    return [...rows, ...modelRows(costs)];
  });
}

async function costOf(
  instance: Instance,
  database: number,
  owner: pg.Client,
  { times, run }: Operation,
): Promise<Omit<Cost, 'events'>> {
  const used = () => [processorMs(instance.pid, database) ?? 0, processorMs(database) ?? 0] as const;
  const logBefore = await logPosition(owner);
  const before = used();
  let bytes = 0;
  for (let time = 0; time < times; time++) bytes += await run();
  const after = used();
  const log = (await logPosition(owner)) - logBefore;
  const us = (part: 0 | 1) => ((after[part] - before[part]) * 1000) / times;
  return { serverUs: us(0), databaseUs: us(1), bytes: bytes / times, log: log / times };
}

async function logPosition(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`,
  );
  return Number(rows[0]!.bytes);
}

/** Round trips of each operation, counted in front of a database on TCP. */
async function tripsByOperation(sink: SmtpSink, mail: Record<string, string>): Promise<Map<string, number>> {
  const other = await startOtherPostgres();
  const { port, password } = new URL(other.admin);
  const relay = await CountingRelay.start(Number(port));
  const url = new URL(other.admin);
  url.port = String(relay.port);
  const instance = await Instance.make({
    ...mail,
    DATABASE_URL: url.href,
    APP_SECRET: `counting relay of round trips ${password}`,
  });
  try {
    const [reader, writer] = [await instance.signUpSettled('reader'), await instance.signUpSettled('writer')];
    await instance.asOwner((owner) => owner.query('update users set email_verified_at = now()'));
    await publish(instance);
    const trips = new Map<string, number>();
    for (const { name, run } of await operationsOf({ instance, reader, writer, sink })) {
      const times = 5;
      // The first calls open connections and prepare statements.
      for (let time = 0; time < times; time++) await run();
      const before = relay.trips;
      for (let time = 0; time < times; time++) await run();
      trips.set(name, (relay.trips - before) / times);
    }
    return trips;
  } finally {
    await instance.remove();
    relay.stop();
    await other.stop();
  }
}

const socketsEach = 50;

async function memoryRows(instance: Instance, people: Person[]): Promise<Row[]> {
  const database = await instance.databasePid();
  const server = () => memoryMb(instance.pid, database) ?? 0;
  const crowd = [...people];
  for (let n = 0; n < 6; n++) crowd.push(await instance.signUp(`listener${n}`));
  const kept = server();
  const sockets: RawSocket[] = [];
  for (const person of crowd)
    for (let n = 0; n < socketsEach; n++) sockets.push(await openSocket(instance, person));
  const withSockets = server();
  const backends = await instance.asOwner(async (owner) => {
    const { rows } = await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename in ('logbook_app', 'logbook_jobs')`,
    );
    return rows.map(({ pid }) => memoryMb(pid) ?? 0);
  });
  const { received, delivered } = await eventCosts(instance, database, people[1]!);
  for (const { socket } of sockets) socket.destroy();
  const sum = backends.reduce((all, one) => all + one, 0);
  return [
    plain('memory of the server process', `${kept.toFixed(0)} MB`),
    plain('memory per live socket', `${(((withSockets - kept) * 1000) / sockets.length).toFixed(0)} kB`),
    plain(
      'processor time of the server per event',
      `${received.toFixed(0)} µs`,
      `and ${delivered.toFixed(1)} µs for each socket that gets it`,
    ),
    plain(
      `memory per connection in use, of ${backends.length}`,
      `${(sum / backends.length).toFixed(1)} MB`,
      'in the database',
    ),
  ];
}

async function openSocket(instance: Instance, { cookie }: Person): Promise<RawSocket> {
  const socket = await openRaw(`${instance.url}/api/live`, { cookie, origin: instance.url });
  void socket.closed();
  return socket;
}

/** Microseconds per event that eight connections send concurrently, and the additional time per socket of its user. */
async function eventCosts(
  instance: Instance,
  database: number,
  { id }: Person,
): Promise<{ received: number; delivered: number }> {
  const eventsEach = 1_000;
  return instance.withClients(8, async (clients) => {
    const costOfEvents = async (receiver: string) => {
      const before = processorMs(instance.pid, database) ?? 0;
      await Promise.all(
        clients.map(async (client) => {
          for (let n = 0; n < eventsEach; n++)
            await client.query(
              `select pg_notify('logbook_live', 'check_ins ' || $1::text || ' ' || gen_random_uuid())`,
              [receiver],
            );
        }),
      );
      return (((processorMs(instance.pid, database) ?? 0) - before) * 1000) / (eventsEach * clients.length);
    };
    await costOfEvents(id);
    const [received, all] = [
      await costOfEvents('01912d68-783e-7a03-8467-5661c1243ad4'),
      await costOfEvents(id),
    ];
    return { received, delivered: (all - received) / socketsEach };
  });
}
