import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/**
 * Runs `others` while a transaction holds what the statement locked. Each starts when the previous one is blocked; all
 * continue when the last one is.
 */
export async function blockedBy(
  app: TestApp,
  statement: string,
  values: unknown[],
  others: (() => Promise<unknown>)[],
): Promise<unknown[]> {
  return app.database.asOwner(async (db) => {
    await db.query('begin');
    await db.query(statement, values);
    const blocked: Promise<unknown>[] = [];
    for (const start of others) {
      const one = start();
      one.catch(() => undefined);
      blocked.push(one);
      await expect.poll(() => waiting(app), { timeout: 10_000 }).toBe(blocked.length);
    }
    await db.query('commit');
    return Promise.all(blocked);
  });
}

/** How many connections wait for a lock. */
export async function waiting(app: TestApp): Promise<number | null> {
  const { rowCount } = await app.database.asOwner((db) =>
    db.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
  );
  return rowCount;
}
