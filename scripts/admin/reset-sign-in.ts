import { methodsResetTask } from '#features/sign-in-methods/server/operations/tell-user.ts';
import { newId } from '#platform/clock/id.ts';
import type { Database } from '#platform/database/open.ts';

type Removed = { passkeys: number; apps: number };
type Settings = { passwords: boolean; singleSignOn: { issuerKey: string } | undefined };

/**
 * Removes the passkeys, the authenticator app and the recovery codes of a user who has lost them, so that the password or the
 * provider alone opens the account again (R-Q2). All sessions end, browsers are no longer remembered, and the user gets an email.
 * Resolves to how many passkeys and apps there were, to undefined if no user has the address, or to 'last way' if nothing would open
 * the account: then nothing changes (R-Q3).
 */
export function resetSignIn(
  database: Database,
  email: string,
  { passwords, singleSignOn }: Settings,
): Promise<Removed | 'last way' | undefined> {
  return database.asOwner(async (owner) => {
    if (!passwords) {
      const { rows } = await owner.query<{ connected: boolean }>(
        'select app.has_identity(id, $2) as connected from users where email = $1',
        [email, singleSignOn?.issuerKey],
      );
      if (rows[0]?.connected === false) return 'last way';
    }
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
