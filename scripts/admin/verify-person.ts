import type { Database } from '#platform/database/open.ts';

/**
 * Marks the address as verified (R-J2) and releases the held emails in one transaction. Resolves to false if no user has
 * the address.
 */
export function verifyPerson(database: Database, email: string): Promise<boolean> {
  return database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      // The locks first, in the order of app.use_verification.
      `with person as materialized (
         select id, app.lock_mails_of(id), app.lock_teams() from users where email = $1),
       verified as (
         update users u set email_verified_at = coalesce(u.email_verified_at, now())
         from person where u.id = person.id returning u.id)
       select id, app.release_held_mails(id) from verified`,
      [email],
    );
    return rows.length > 0;
  });
}
