// graphile-worker normally keeps a separate connection to listen for new jobs. This pool saves that connection: for
// listening, it gives the worker a fake client that forwards the notifications of the hub's connection.
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { LiveHub } from '../live/hub.ts';

type Connected = (error: undefined, client: pg.PoolClient, release: () => void) => void;

const channels = ['jobs:insert', 'worker:migrate'];

/** The pool for the worker. The worker calls `connect` with a callback only to get the connection that listens. */
export async function listeningPool(pool: pg.Pool, hub: LiveHub): Promise<{ pool: pg.Pool; leave(): void }> {
  // The worker only sends it LISTEN and UNLISTEN, which need no result.
  const listener = Object.assign(new EventEmitter(), { query: () => Promise.resolve() });
  for (const channel of channels)
    await hub.hear(channel, (payload) => listener.emit('notification', { channel, payload }));
  // Jobs may have been added while the hub was disconnected: make the worker check.
  const leave = hub.onGap(() =>
    listener.emit('notification', { channel: 'jobs:insert', payload: '{"count":1}' }),
  );
  const connect = (callback?: Connected) =>
    callback ? callback(undefined, listener as unknown as pg.PoolClient, () => undefined) : pool.connect();
  const proxy = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { pool: proxy, leave };
}
