import type { Database } from '#platform/database/open.ts';

/**
 * Retires the key that signs packets and credentials, and deletes its private part. What it has signed stays valid, and the key
 * stays public. The next signature makes a new key. Resolves to the id of the retired key, or undefined if there was none.
 * @param stolenSince Others may have had the keys since then: what the keys that signed at that time or later have signed proves
 * nothing anymore (R-P2).
 */
export function rotateSigningKey(database: Database, stolenSince?: Date): Promise<string | undefined> {
  return database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `update signing_keys set retired_at = now(), sealed_private_key = null where retired_at is null returning id`,
    );
    if (stolenSince) {
      await owner.query(
        `update signing_keys set compromised_at = least(compromised_at, greatest(created_at, $1::timestamptz))
         where retired_at >= $1`,
        [stolenSince],
      );
    }
    return rows[0]?.id;
  });
}
