import type { Database } from '#platform/database/open.ts';

/**
 * Counts the address as proved (R-J2), and releases what waited for it, in one transaction; false when nobody has the
 * address.
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
