import { methodsResetTask } from '#features/sign-in-methods/server/operations/tell-user.ts';
import { newId } from '#platform/clock/id.ts';
import type { Database } from '#platform/database/open.ts';

/**
 * Removes the passkeys and recovery codes of a user who has lost them, so that the password alone opens the account again
 * (R-Q2). All sessions end, and the user gets an email. Resolves to how many passkeys there were, or to undefined if no user
 * has the address.
 */
export function resetSignIn(database: Database, email: string): Promise<number | undefined> {
  return database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ passkeys: number }>(
      `with person as materialized (
         select id, app.lock_mails_of(id) from users where email = $1 for update),
       removed as (delete from passkeys where user_id in (select id from person) returning id),
       ended as (delete from recovery_codes where user_id in (select id from person)),
       enqueued as (
         select app.enqueue($2, json_build_object('id', $3::text, 'to', $1::text, 'user_id', id)) from person)
       select (select count(*)::int from removed) as passkeys, app.end_access(id) from person, enqueued`,
      [email, methodsResetTask, newId()],
    );
    return rows[0]?.passkeys;
  });
}
