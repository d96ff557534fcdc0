import { limits } from '#features/accounts/constants.ts';
import type { Database } from '#platform/database/open.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';

/**
 * Creates a recovery link (R-J2) that the operator gives to the user. Earlier links stop working. Returns null if no user
 * has the address.
 */
export async function resetLink(database: Database, appUrl: string, email: string): Promise<string | null> {
  const token = newToken();
  const found = await database.asOwner(async (owner) => {
    const { rows } = await owner.query(
      'select * from app.start_recovery($1, $2, make_interval(mins => $3))',
      [email, hashToken(token), limits.recoveryMinutes],
    );
    return rows.length > 0;
  });
  return found ? `${appUrl}/auth?recover=${token}` : null;
}
