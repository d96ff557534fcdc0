import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import type { TestApp } from './app.ts';

/** The token of an emailed link that sets a new password. */
export async function recoveryToken(app: TestApp, email: string): Promise<string> {
  const token = newToken();
  await app.database.asOwner((db) =>
    db.query(
      `insert into recovery_tokens (hash, user_id, address, expires_at)
       select $1, id, email, now() + interval '1 hour' from users where email = $2`,
      [hashToken(token), email],
    ),
  );
  return token;
}
