// The first three limits that more machines for Logbook itself do not move: commits that notify, one primary database, and
// its connections.
import type pg from 'pg';
import { callsOf, newEntry, type Loaded } from '../huge/calls.ts';
import { fewestEntries, load } from '../huge/load.ts';
import { memoryMb } from '../costs.ts';
import { Instance } from '../instance.ts';
import { plain, type Row } from '../report.ts';
import type { Length, Loader, Result } from '../rounds.ts';

const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`;

export async function ceilingRows(loader: Loader, length: Length): Promise<Row[]> {
  const instance = await Instance.make();
  try {
    const named = await load(instance, fewestEntries);
    const loaded = { instance, database: await instance.databasePid(), named, entries: fewestEntries };
    const seconds = Math.min(2, length.seconds);
    return [
      ...(await notifyRows(instance, seconds)),
      ...(await listenerRows(instance, seconds)),
      ...(await writeRows(loader, length, loaded)),
      ...(await connectionRows(loader, length, loaded)),
    ];
  } finally {
    await instance.remove();
  }
}

/** Commits per second of all clients together: each sends the next statement when the one before is committed. */
async function commitRate(clients: pg.Client[], text: string, seconds: number): Promise<number> {
  let commits = 0;
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - started < seconds * 1000) {
        await client.query(text);
        commits++;
      }
    }),
  );
  return (commits * 1000) / (performance.now() - started);
}

const insert = 'insert into bench_commits values (1)';
const insertAndNotify = `${insert}; select pg_notify('logbook_live', 'bench unheard ' || gen_random_uuid())`;
const withoutDisk = 'set synchronous_commit = off';

/**
 * PostgreSQL lets one transaction of the cluster that has notified commit at a time, and holds the others until it is
 * on disk.
 */
async function notifyRows(instance: Instance, seconds: number): Promise<Row[]> {
  await instance.asOwner((owner) => owner.query('create table bench_commits (n int)'));
  const rows: Row[] = [];
  for (const connections of [1, 4, 16, 64])
    await instance.withClients(connections, async (clients) => {
      const plainRate = await commitRate(clients, insert, seconds);
      const notifying = await commitRate(clients, insertAndNotify, seconds);
      for (const client of clients) await client.query(withoutDisk);
      const later = await commitRate(clients, insertAndNotify, seconds);
      rows.push({
        ...plain(
          `commits that notify, ${connections} connections`,
          `${perSecond(notifying)}, not waiting for the disk ${perSecond(later)}`,
          `without NOTIFY ${perSecond(plainRate)}`,
        ),
        ratio: notifying / plainRate,
      });
    });
  return rows;
}

/** Every process of Logbook listens, and each commit that notifies wakes all of them. */
async function listenerRows(instance: Instance, seconds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const listeners of [1, 10, 50, 100])
    await instance.withClients(listeners, async (listening) => {
      for (const client of listening) await client.query('listen logbook_live');
      await instance.withClients(8, async (clients) => {
        for (const client of clients) await client.query(withoutDisk);
        const rate = await commitRate(clients, insertAndNotify, seconds);
        rows.push(plain(`commits that notify, ${listeners} listening connections`, perSecond(rate)));
      });
    });
  return rows;
}

/** What group commit makes of both: many check-ins in one commit. */
async function writeRows(loader: Loader, length: Length, loaded: Loaded): Promise<Row[]> {
  const call = callsOf(loaded)['check-in']!;
  const rows: Row[] = [];
  for (const callers of [1, 8, 32, 64]) {
    const before = await counters(loaded.instance);
    const [result] = (await loader.compare([{ ...call, entry: newEntry, callers }], length)) as [Result];
    const after = await counters(loaded.instance);
    const entries = after.entries - before.entries;
    const { serverUs, databaseUs, rate } = result;
    rows.push({
      ...plain(
        `check-ins, ${callers} callers`,
        `${perSecond(rate)}, ${Math.round(serverUs ?? 0)} + ${Math.round(databaseUs ?? 0)} µs`,
        `${(entries / (after.commits - before.commits)).toFixed(1)} per commit, ${Math.round((after.log - before.log) / entries)} B of log each`,
      ),
      details: result,
    });
  }
  return rows;
}

type Counters = { entries: number; commits: number; log: number };

function counters(instance: Instance): Promise<Counters> {
  return instance.asOwner(async (owner) => {
    const { rows } = await owner.query<Record<keyof Counters, string>>(
      `select (select count(*) from check_ins) as entries, pg_current_wal_insert_lsn() - '0/0'::pg_lsn as log,
         (select xact_commit from pg_stat_database where datname = current_database()) as commits`,
    );
    const { entries, commits, log } = rows[0]!;
    return { entries: Number(entries), commits: Number(commits), log: Number(log) };
  });
}

/** What idle connections cost. */
async function connectionRows(loader: Loader, length: Length, loaded: Loaded): Promise<Row[]> {
  const { instance, database } = loaded;
  const call = callsOf(loaded)['timeline, a page of 50']!;
  const rows: Row[] = [];
  for (const idle of [0, 50, 150])
    await instance.withClients(idle, async (clients) => {
      const before = memoryMb(database) ?? 0;
      const [result] = (await loader.compare([{ ...call, callers: 8 }], length)) as [Result];
      const pids = await Promise.all(
        clients.map(async (client) => {
          const { rows: found } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
          return found[0]!.pid;
        }),
      );
      const sum = pids.reduce((all, pid) => all + (memoryMb(pid) ?? 0), 0);
      rows.push(
        plain(
          `timeline with ${idle} idle connections, 8 callers`,
          `${perSecond(result.rate)}, database ${Math.round(result.databaseUs ?? 0)} µs`,
          `database ${before.toFixed(0)} MB${idle > 0 ? `, ${(sum / idle).toFixed(1)} MB each` : ''}`,
        ),
      );
    });
  return rows;
}
