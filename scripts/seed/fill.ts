// Writes the seed as the owner of the schema, because its entries were recorded when they are dated. All of them are one
// statement: live windows get one event, "many".
import { newId } from '#platform/clock/id.ts';
import type { Database } from '#platform/database/open.ts';
import type { Turn } from '#platform/hashing/fair-queue.ts';
import { hashPassword, passwordFits } from '#features/accounts/server/operations/passwords.ts';
import type { SeedEntry } from './entries.ts';

export type Account = {
  userId: string;
  /** Whether this run made it. */
  isNew: boolean;
  /** Whether the offered password opens it. */
  passwordFits: boolean;
};

/** Nobody else hashes here. */
const turn: Turn = (job) => job();

/** The account of an address, made with the name and password where there is none. */
export async function ensureAccount(
  database: Database,
  person: { email: string; fullName: string; password: string },
): Promise<Account> {
  const { email, fullName, password } = person;
  const found = await accountOf(database, email);
  if (found) {
    const fits = await passwordFits(turn, found.passwordHash, password);
    return { userId: found.userId, isNew: false, passwordFits: fits };
  }
  const userId = newId();
  const hash = await hashPassword(turn, password);
  await database.asOwner(async (db) => {
    await db.query('select app.create_account($1, $2, $3, $4, $5, true)', [
      userId,
      email,
      hash,
      fullName,
      'UTC',
    ]);
    // Somebody with years of entries has seen the tutorial.
    await db.query('update profiles set is_new = false where user_id = $1', [userId]);
  });
  return { userId, isNew: true, passwordFits: true };
}

/** Undefined when nobody has the address. */
export function accountOf(
  database: Database,
  email: string,
): Promise<{ userId: string; passwordHash: string } | undefined> {
  return database.asOwner(async (db) => {
    const { rows } = await db.query<{ userId: string; passwordHash: string }>(
      'select id as "userId", password_hash as "passwordHash" from users where email = $1',
      [email],
    );
    return rows[0];
  });
}

/** Writes what is not there yet; answers how many entries that were. */
export function addEntries(database: Database, userId: string, entries: SeedEntry[]): Promise<number> {
  return database.asOwner(async (db) => {
    const { rowCount } = await db.query(
      `insert into check_ins (id, user_id, content, emoji, created_at, recorded_at)
       select e.id, $1, e.content, e.emoji, e."createdAt", e."createdAt"
       from jsonb_to_recordset($2) as e(id uuid, content text, emoji text, "createdAt" timestamptz)
       on conflict (id) do nothing`,
      [userId, JSON.stringify(entries)],
    );
    return rowCount ?? 0;
  });
}
