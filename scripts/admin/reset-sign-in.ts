import { methodsResetTask } from '#features/sign-in-methods/server/operations/tell-user.ts';
import { newId } from '#platform/clock/id.ts';
import type { Database } from '#platform/database/open.ts';

type Removed = { passkeys: number; apps: number };

/**
 * Removes the passkeys, the authenticator app and the recovery codes of a user who has lost them, so that the password alone
 * opens the account again (R-Q2). All sessions end, browsers are no longer remembered, and the user gets an email. Resolves
 * to how many passkeys and apps there were, or to undefined if no user has the address.
 */
export function resetSignIn(database: Database, email: string): Promise<Removed | undefined> {
  return database.asOwner(async (owner) => {
    const { rows } = await owner.query<Removed>(
      `with person as materialized (
         select id, app.lock_mails_of(id) from users where email = $1 for update),
       removed as (delete from passkeys where user_id in (select id from person) returning id),
       apps as (delete from authenticator_apps where user_id in (select id from person) returning id),
       ended as (delete from recovery_codes where user_id in (select id from person)),
       enqueued as (
         select app.enqueue($2, json_build_object('id', $3::text, 'to', $1::text, 'user_id', id)) from person)
       select (select count(*)::int from removed) as passkeys, (select count(*)::int from apps) as apps, app.end_access(id)
       from person, enqueued`,
      [email, methodsResetTask, newId()],
    );
    const [removed] = rows;
    return removed && { passkeys: removed.passkeys, apps: removed.apps };
  });
}
