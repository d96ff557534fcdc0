import type pg from 'pg';
import { query, type Statement } from '../database/statement.ts';

/**
 * Repeats a statement that handles one batch of rows, and returns them, until none are left, so that no transaction of
 * a sweep is long. Returns the number of rows.
 */
export async function inBatches(pool: pg.Pool, batch: Statement, values: unknown[] = []): Promise<number> {
  for (let count = 0; ;) {
    const rows = await query(pool, batch, values);
    count += rows.length;
    if (rows.length === 0) return count;
  }
}
