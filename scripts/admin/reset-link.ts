import type { Database } from '#platform/database/open.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';

/** As long as a mailed one: minutes. */
export const linkMinutes = 30;

/**
 * A link to a new password (R-J2), for the operator to hand over; earlier ones stop working. Null when nobody has the
 * address.
 */
export async function resetLink(database: Database, appUrl: string, email: string): Promise<string | null> {
  const token = newToken();
  const found = await database.asOwner(async (owner) => {
    const { rows } = await owner.query(
      'select * from app.start_recovery($1, $2, make_interval(mins => $3))',
      [email, hashToken(token), linkMinutes],
    );
    return rows.length > 0;
  });
  return found ? `${appUrl}/auth?recover=${token}` : null;
}
