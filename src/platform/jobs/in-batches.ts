import type pg from 'pg';

/**
 * Repeats a statement that handles one batch of rows until none are left, so that no transaction of a sweep is long.
 * Returns the number of rows.
 */
export async function inBatches(pool: pg.Pool, statement: string): Promise<number> {
  for (let count = 0; ;) {
    const { rowCount } = await pool.query(statement);
    count += rowCount ?? 0;
    if (!rowCount) return count;
  }
}
