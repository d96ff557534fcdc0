// graphile-worker keeps a connection of its own to hear of new jobs. It is spared: the worker gets a pool that lends it,
// for listening, what the hub's connection hears.
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { LiveHub } from '../live/hub.ts';

type Connected = (error: undefined, client: pg.PoolClient, release: () => void) => void;

const channels = ['jobs:insert', 'worker:migrate'];

/** The pool as the worker takes it: `connect` with a callback is its way to a connection that listens. */
export async function hearingPool(pool: pg.Pool, hub: LiveHub): Promise<{ pool: pg.Pool; leave(): void }> {
  // What says "listen" and "unlisten" to it needs no more of an answer.
  const ear = Object.assign(new EventEmitter(), { query: () => Promise.resolve() });
  for (const channel of channels)
    await hub.hear(channel, (payload) => ear.emit('notification', { channel, payload }));
  // Jobs may have come while nobody heard: the worker looks.
  const leave = hub.onGap(() => ear.emit('notification', { channel: 'jobs:insert', payload: '{"count":1}' }));
  const connect = (callback?: Connected) =>
    callback ? callback(undefined, ear as unknown as pg.PoolClient, () => undefined) : pool.connect();
  const lending = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { pool: lending, leave };
}
