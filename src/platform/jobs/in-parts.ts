import type pg from 'pg';

/**
 * Repeats a statement that ends a part of what is due until nothing is left; gives how many rows went. So no transaction
 * of a sweep is long, however much has gathered.
 */
export async function inParts(pool: pg.Pool, statement: string): Promise<number> {
  for (let ended = 0; ;) {
    const { rowCount } = await pool.query(statement);
    ended += rowCount ?? 0;
    if (!rowCount) return ended;
  }
}
