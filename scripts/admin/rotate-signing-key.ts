import type { Database } from '#platform/database/open.ts';

/**
 * Retires the key that signs packets and deletes its private part. What it has signed stays valid, and the key stays public.
 * The next packet makes a new key. Resolves to the id of the retired key, or undefined if there was none.
 */
export function rotateSigningKey(database: Database): Promise<string | undefined> {
  return database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `update signing_keys set retired_at = now(), sealed_private_key = null where retired_at is null returning id`,
    );
    return rows[0]?.id;
  });
}
