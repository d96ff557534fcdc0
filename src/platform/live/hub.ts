// Live events: PostgreSQL's NOTIFY reaches every process, and each forwards the event to its owner's sockets. An event
// carries only ids; the page reads the row again with its own rights.
import type pg from 'pg';
import * as t from '../database/columns.ts';
import type { Reader } from '../database/transaction.ts';
import { query, statement } from '../database/statement.ts';
import { RecentEvents, type LiveEvent } from './recent-events.ts';

export type Listener = (event: LiveEvent) => void;

const events = 'logbook_live';
// Shared, so that it never waits.
const lockSql = statement({ text: 'select pg_advisory_lock_shared(hashtextextended($1, 0))' });
const unlockSql = statement({ text: 'select from pg_advisory_unlock_shared(hashtextextended($1, 0))' });

const positionSql = statement({
  name: 'live_position',
  text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as position',
  row: { position: t.text },
});
const floorSql = statement({
  text: 'select pg_snapshot_xmax(pg_current_snapshot())::text as floor',
  row: { floor: t.text },
});

/**
 * The position of the data that is read after it among the events: it tells a socket which events the data lacks.
 * The first statement of its trip. A number as text.
 */
export async function livePosition(tx: Reader): Promise<string> {
  const rows = await tx.query(positionSql);
  return rows[0]!.position;
}

const reconnectMs = [200, 500, 1000, 2000];

/**
 * Keeps one LISTEN connection open. Events may be missed while it is lost: once it is back, `onGap` is called, so that
 * data kept fresh by events is read again.
 */
export class LiveHub {
  #makeClient: () => pg.Client;
  #listeners = new Map<string, Set<Listener>>();
  #watchers = new Set<Listener>();
  #onGap = new Set<() => void>();
  #locks = new Set<string>();
  /** Those requested from the current connection: PostgreSQL counts how often a lock was taken. */
  #taken = new Set<string>();
  #channels = new Map<string, (payload: string) => void>([[events, (payload) => this.#deliver(payload)]]);
  #client: pg.Client | undefined;
  #closed = false;
  #isListening = false;
  #retry: NodeJS.Timeout | undefined;
  #attempts = 0;
  #recent = new RecentEvents();
  #turn = Promise.resolve();

  constructor(makeClient: () => pg.Client) {
    this.#makeClient = makeClient;
  }

  async open(): Promise<void> {
    await this.#connect();
    this.#isListening = true;
  }

  async #connect(): Promise<void> {
    const client = this.#makeClient();
    this.#client = client;
    this.#taken.clear();
    client.on('notification', ({ channel, payload = '' }) => this.#channels.get(channel)?.(payload));
    client.on('error', () => this.#reconnect(client));
    client.on('end', () => this.#reconnect(client));
    await client.connect();
    for (const name of this.#locks) await this.#take(client, name);
    for (const channel of this.#channels.keys()) await listen(client, channel);
    const rows = await query(client, floorSql);
    this.#recent.start(BigInt(rows[0]!.floor));
    this.#attempts = 0;
  }

  /** Calls `listener` for each event of one owner. Returns the function to unsubscribe. */
  subscribe(owner: string, listener: Listener): () => void {
    const set = this.#listeners.get(owner) ?? new Set();
    this.#listeners.set(owner, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0) this.#listeners.delete(owner);
    };
  }

  /** The owner's events since a `livePosition`, or undefined if some may be unknown. */
  since(owner: string, position: string): LiveEvent[] | undefined {
    return this.#recent.since(owner, BigInt(position));
  }

  /** The owner's events of the last `ageMs` milliseconds, or undefined if some may be unknown. */
  ofLast(owner: string, ageMs: number): LiveEvent[] | undefined {
    return this.#recent.ofLast(owner, ageMs);
  }

  /** Calls `listener` for the events of all owners. Returns the function to unsubscribe. */
  watch(listener: Listener): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  /** Whether events arrive. After a gap, it is true again once all `onGap` listeners were called. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /**
   * Listens to another channel on the same connection. PostgreSQL wakes every listening process at each commit that
   * notifies, so a second connection would slow down all writers.
   */
  async hear(channel: string, listener: (payload: string) => void): Promise<void> {
    this.#channels.set(channel, listener);
    if (this.#client) await listen(this.#client, channel);
  }

  /**
   * Holds an advisory lock for as long as the connection is open, to show other processes that this one is alive. Its
   * key is `hashtextextended(name, 0)`. Returns the function to release it.
   */
  async hold(name: string): Promise<() => Promise<void>> {
    this.#locks.add(name);
    // If the connection is being lost, the next one takes the lock.
    await this.#inTurn(async () => this.#client && this.#take(this.#client, name));
    return async () => {
      this.#locks.delete(name);
      await this.#inTurn(async () => {
        if (this.#client && this.#taken.delete(name)) await query(this.#client, unlockSql, [name]);
      });
    };
  }

  /** Runs one piece of work at a time, because the connection runs one statement at a time. Ignores failures. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work).catch(() => undefined);
    return this.#turn;
  }

  async #take(client: pg.Client, name: string): Promise<void> {
    if (this.#taken.has(name)) return;
    this.#taken.add(name);
    await query(client, lockSql, [name]);
  }

  /** Calls `listener` after events may have been missed. Returns the function to unsubscribe. */
  onGap(listener: () => void): () => void {
    this.#onGap.add(listener);
    return () => this.#onGap.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }

  #deliver(payload: string): void {
    const [kind, owner, id, transaction] = payload.split(' ');
    if (!kind || !owner || !id || !/^\d+$/.test(transaction ?? '')) return;
    this.#recent.add({ kind, owner, id }, BigInt(transaction!));
    for (const listener of [...this.#watchers, ...(this.#listeners.get(owner) ?? [])])
      listener({ kind, owner, id });
  }

  #reconnect(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    this.#isListening = false;
    this.#recent.stop();
    // It may still be connected: a standby accepts connections, but refuses LISTEN.
    void client.end().catch(() => undefined);
    const wait = reconnectMs[Math.min(this.#attempts, reconnectMs.length - 1)]!;
    this.#attempts += 1;
    this.#retry = setTimeout(() => void this.#reopen(), wait);
  }

  async #reopen(): Promise<void> {
    try {
      await this.#connect();
    } catch {
      if (this.#client) this.#reconnect(this.#client);
      return;
    }
    for (const listener of this.#onGap) listener();
    this.#isListening = this.#client !== undefined;
  }
}

async function listen(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
}
