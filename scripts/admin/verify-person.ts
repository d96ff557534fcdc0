import type { Database } from '#platform/database/open.ts';

/**
 * Marks the address as verified (R-J2) and releases the held emails in one transaction. Resolves to false if no user has
 * the address.
 */
export function verifyPerson(database: Database, email: string): Promise<boolean> {
  return database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `with verified as (
         update users set email_verified_at = coalesce(email_verified_at, now()) where email = $1 returning id)
       select id, app.release_held_mails(id) from verified`,
      [email],
    );
    return rows.length > 0;
  });
}
