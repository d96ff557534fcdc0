import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { LiveHub } from './hub.ts';
import type { LiveEvent } from './recent-events.ts';

let app: TestApp;
let hub: LiveHub;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  hub = new LiveHub(app.database.listener);
  await hub.open();
});
afterEach(() => hub.close());

const query = <R extends object>(sql: string, values: unknown[] = []) =>
  app.database.asOwner(async (owner) => (await owner.query<R>(sql, values)).rows);
const notify = (payload: string, channel = 'logbook_live') =>
  query('select pg_notify($1, $2)', [channel, payload]);
/** Ends the connections that listen. */
const loseConnections = () =>
  query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and query ilike any (array['listen%', '%pg_snapshot_xmax%', '%pg_advisory%'])`);
/** Resolves with the events of this owner until one with the id `last`. */
function eventsOf(owner: string): LiveEvent[] {
  const events: LiveEvent[] = [];
  hub.subscribe(owner, (event) => events.push(event));
  return events;
}

describe('the hub of live events', () => {
  it('passes an event to its owner’s listeners and to watchers, and ignores what is not one', async () => {
    const [own, other, all] = [eventsOf('ada'), eventsOf('bob'), [] as LiveEvent[]];
    const unwatch = hub.watch((event) => all.push(event));
    for (const payload of ['', 'goals', 'goals ada', 'goals ada 1', 'goals ada 1 x', 'goals bob 2 7'])
      await notify(payload);
    await notify('goals ada 3 8');
    await vi.waitFor(() => expect(own).toEqual([{ kind: 'goals', owner: 'ada', id: '3' }]));
    expect(other).toEqual([{ kind: 'goals', owner: 'bob', id: '2' }]);
    expect(all.map(({ id }) => id)).toEqual(['2', '3']);
    unwatch();
    await notify('goals ada 4 9');
    await vi.waitFor(() => expect(own).toHaveLength(2));
    expect(all).toHaveLength(2);
  });

  it('passes no event to a listener that has left, and still to the others', async () => {
    const [first, second] = [[] as LiveEvent[], eventsOf('ada')];
    const leave = hub.subscribe('ada', (event) => first.push(event));
    leave();
    await notify('goals ada 1 7');
    await vi.waitFor(() => expect(second).toHaveLength(1));
    expect(first).toEqual([]);
  });

  it('hears other channels on the same connection', async () => {
    const heard: string[] = [];
    await hub.hear('other channel', (payload) => heard.push(payload));
    await notify('hello', 'other channel');
    await vi.waitFor(() => expect(heard).toEqual(['hello']));
  });

  it('listens again after its connection is lost, and says that events may be missing', async () => {
    const gaps = vi.fn<() => void>(() => expect(hub.isListening).toBe(false));
    const left = vi.fn<() => void>();
    hub.onGap(gaps);
    hub.onGap(left)();
    const heard: string[] = [];
    await hub.hear('other', (payload) => heard.push(payload));
    const events = eventsOf('ada');
    expect(hub.isListening).toBe(true);
    await loseConnections();
    await vi.waitFor(() => expect(gaps).toHaveBeenCalledTimes(1), 5_000);
    await vi.waitFor(() => expect(hub.isListening).toBe(true));
    await notify('goals ada 1 7');
    await notify('again', 'other');
    await vi.waitFor(() => expect([events.length, heard]).toEqual([1, ['again']]));
    expect(left).not.toHaveBeenCalled();
  });

  it('does not connect again once it is closed', async () => {
    const make = vi.fn<typeof app.database.listener>(app.database.listener);
    const closed = new LiveHub(make);
    await closed.open();
    await closed.close();
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('holds a lock until it is released, also on a new connection', async () => {
    const holders = async () => {
      const rows = await query<{ count: number }>(
        `select count(*)::int from pg_locks where locktype = 'advisory' and granted
           and (classid::bigint << 32 | objid::bigint) = hashtextextended('a process', 0)`,
      );
      return rows[0]!.count;
    };
    const release = await hub.hold('a process');
    expect(await holders()).toBe(1);
    const gap = new Promise<void>((resolve) => hub.onGap(resolve));
    await loseConnections();
    await gap;
    expect(await holders()).toBe(1);
    await release();
    expect(await holders()).toBe(0);
  });
});
