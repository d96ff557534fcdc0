// Limits attempts exactly, even parallel ones (R-A8): an attempt is reserved before a password is checked, and released if
// the password is right.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { retryIn } from '../clock/retry-texts.ts';
import * as t from '../database/columns.ts';
import { query, statement } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { refuse, type Refused } from './bind.ts';

export type Limit = { kind: string; key: string; max: number; minutes: number };

const reserveAttemptSql = statement({
  text: 'select try_id, wait from app.take_try($1, $2, $3, make_interval(mins => $4), $5)',
  row: { try_id: t.nullable(t.bigint), wait: t.nullable(t.int) },
});

/** Reserves one attempt (R-A8). If none is left, `attemptId` is null. `wait`: seconds; 0 while others are pending. */
export async function reserveAttempt(
  tx: Tx,
  limit: Limit,
): Promise<{ attemptId: number | null; wait: number }> {
  const { kind, key, max, minutes } = limit;
  const signature = tx.sign('take_try', kind, key, String(max), String(minutes * 60));
  const rows = await tx.query(reserveAttemptSql, [kind, key, max, minutes, signature]);
  return { attemptId: rows[0]!.try_id, wait: rows[0]!.wait ?? 0 };
}

const settleAttemptsSql = statement({ text: 'select app.settle_tries($1, $2, $3)' });

export async function settleAttempts(tx: Tx, ids: number[], outcome: 'failed' | 'released'): Promise<void> {
  const failed = outcome === 'failed';
  const signature = tx.sign('settle_tries', ids.join(), String(failed));
  await tx.query(settleAttemptsSql, [ids, failed, signature]);
}

export function tooManyTries(wait: number): Refused<'too_many_tries'> {
  const retryAfter = Math.max(1, wait);
  return refuse('too_many_tries', { retryAfter, detail: retryIn(retryAfter) });
}

type Reservation = { ids: number[] } | { wait: number };

/** Reserves one attempt of each limit. If a limit refuses, releases those of the others. */
async function reserveAll(tx: Tx, limits: Limit[]): Promise<Reservation> {
  const ids: number[] = [];
  for (const limit of limits) {
    const { attemptId, wait } = await reserveAttempt(tx, limit);
    if (attemptId === null) {
      if (ids.length > 0) await settleAttempts(tx, ids, 'released');
      return { wait };
    }
    ids.push(attemptId);
  }
  return { ids };
}

const maxRounds = 100;
const pauseMs = 100;

/**
 * Reserves one attempt of each limit. Waits while pending attempts may still be released.
 * Returns their ids, or the seconds to wait. `inTransaction` runs one short transaction.
 */
export async function reserveAttempts(
  limits: Limit[],
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<Reservation> {
  for (let round = 0; round < maxRounds; round++) {
    const reserved = await inTransaction((tx) => reserveAll(tx, limits));
    if ('ids' in reserved || reserved.wait > 0) return reserved;
    await pause(pauseMs);
  }
  return { wait: 10 };
}

/** Counts one attempt against each limit, or refuses and counts none. */
export async function consumeAttempts(
  tx: Tx,
  limits: Limit[],
): Promise<Refused<'too_many_tries'> | undefined> {
  const reserved = await reserveAll(tx, limits);
  if ('wait' in reserved) return tooManyTries(reserved.wait);
  await settleAttempts(tx, reserved.ids, 'failed');
  return undefined;
}

const sweepSql = statement({ text: `delete from limit_hits where at < now() - interval '1 day'` });

/** Deletes attempts that are older than the window of any limit. */
export async function sweepAttempts(jobs: pg.Pool): Promise<void> {
  await query(jobs, sweepSql);
}
