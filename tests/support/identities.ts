import { newId } from '#platform/clock/id.ts';
import type { TestApp } from './app.ts';

/** Connects a person to a provider, which also began one of their sessions. */
export async function addIdentity(
  app: TestApp,
  { userId }: { userId: string },
  issuer = 'https://id.example',
): Promise<string> {
  const id = newId();
  await app.database.asOwner(async (db) => {
    await db.query(
      `insert into provider_identities (id, user_id, issuer, subject, label)
       select $1, u.id, $3, u.id, 'Ada at work' from users u where u.id = $2`,
      [id, userId, issuer],
    );
    await db.query(
      `insert into provider_sessions (session_id, identity_id, sid)
       select s.id, i.id, 'session-' || s.id
       from sessions s join provider_identities i on i.user_id = s.user_id and i.id = $1
       where s.user_id = $2 limit 1
       on conflict do nothing`,
      [id, userId],
    );
  });
  return id;
}
