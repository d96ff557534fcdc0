// Connections. Two roles have a pool: `app` for requests, `jobs` for the worker. The owner connects only for migrations
// and the operator's commands.
import pg from 'pg';
import type { Liveness } from './liveness.ts';

/** Where the server is: a socket folder or a host. */
export type Target = { host: string; port: number; database: string; ssl?: pg.ClientConfig['ssl'] };
/** The embedded server's private socket needs no password. */
export type Login = { user: string; password?: string };

const timestamptz = 1184;
const bigint = 20;
const date = 1082;

/** `2026-11-20 15:40:00.12+00` (the session's zone is UTC) as `2026-11-20T15:40:00.120Z`. */
export function isoInstant(text: string): string {
  const seconds = text.slice(0, 19).replace(' ', 'T');
  const fraction = text.slice(20, text.indexOf('+')).padEnd(3, '0');
  return `${seconds}.${fraction.slice(0, 3)}Z`;
}

// Instants and days stay strings from the database to the browser, and are never parsed to a Date.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === timestamptz) return isoInstant;
    if (oid === bigint) return Number;
    if (oid === date) return String;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  }) as typeof pg.types.getTypeParser,
};

/** `statementMs` is the timeout of one statement in milliseconds; 0 means no limit. */
export function clientConfig(target: Target, login: Login, statementMs = 0): pg.ClientConfig {
  return {
    ...target,
    user: login.user,
    ...(login.password !== undefined && { password: login.password }),
    application_name: 'logbook',
    // Short, so that requests during an outage fail before their senders give up.
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Dates and times leave the database in UTC, whatever the server's time zone is.
    options:
      '-c timezone=UTC -c datestyle=ISO -c idle_in_transaction_session_timeout=30000 ' +
      // The server notices within a minute that the machine of this process is gone, and releases its locks.
      '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3 ' +
      // A server may end idle sessions, such as the one that holds the lock of a backup while files are read.
      `-c idle_session_timeout=0 -c statement_timeout=${statementMs}`,
    types,
  };
}

/** The longest that a connection may owe a response beyond the timeout of its statements. Milliseconds. */
const graceMs = 5_000;

/** `max` connections. Without a `longestMs`, statements may take as long as they need. */
type PoolOptions = { max: number; statementMs?: number; longestMs?: number; liveness: Liveness };

/**
 * A pool that survives the loss of idle connections: `onLost` is called with the error, and the next query opens a new
 * connection.
 */
export function openPool(
  target: Target,
  login: Login,
  options: PoolOptions,
  onLost: (error: Error) => void,
): pg.Pool {
  const { max, statementMs, longestMs = Number.POSITIVE_INFINITY, liveness } = options;
  // Pipelined: a query is sent without waiting for the response to the one before.
  const config = { ...clientConfig(target, login, statementMs), pipeline: true };
  const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: 60_000 });
  pool.on('error', onLost);
  pool.on('connect', (client) => {
    client.on('error', onLost);
    liveness.watch(client, longestMs + graceMs);
  });
  return pool;
}
