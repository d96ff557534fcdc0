// Writes the seed as the owner of the schema, because `recorded_at` of its entries is in the past. All entries are inserted
// in one statement, so open tabs get one live event, "many".
import { newId } from '#platform/clock/id.ts';
import type { Database } from '#platform/database/open.ts';
import type { Turn } from '#platform/hashing/fair-queue.ts';
import { hashPassword, proofOf } from '#features/accounts/server/operations/passwords.ts';
import { searchText } from '#features/check-ins/search-rules.ts';
import { announcedAsOne } from '#features/check-ins/server/store.ts';
import type { SeedEntry } from './entries.ts';

export type Account = {
  userId: string;
  /** Whether this run created it. */
  isNew: boolean;
  /** Whether the given password is right. */
  passwordFits: boolean;
};

/** Runs immediately: this process has no other hashes. */
const turn: Turn = (job) => job();

/** The account of an address, created with the name and password if there is none. */
export async function ensureAccount(
  database: Database,
  person: { email: string; fullName: string; password: string },
): Promise<Account> {
  const { email, fullName, password } = person;
  const found = await accountOf(database, email);
  if (found) {
    return { userId: found.userId, isNew: false, passwordFits: await fits(database, found, password) };
  }
  const userId = newId();
  const { salt, proof } = await hashPassword(turn, password);
  await database.asOwner(async (db) => {
    await db.query(`select app.add_account($1, $2, $3, $4, $5, 'UTC', true)`, [
      userId,
      email,
      salt,
      proof,
      fullName,
    ]);
    // A user with years of entries has seen the tutorial.
    await db.query('update profiles set is_new = false where user_id = $1', [userId]);
  });
  return { userId, isNew: true, passwordFits: true };
}

type Found = { userId: string; salt: string | null };

/** Resolves to undefined if no user has the address. */
export function accountOf(database: Database, email: string): Promise<Found | undefined> {
  return database.asOwner(async (db) => {
    const { rows } = await db.query<Found>(
      'select id as "userId", password_salt as salt from users where email = $1',
      [email],
    );
    return rows[0];
  });
}

async function fits(database: Database, { userId, salt }: Found, password: string): Promise<boolean> {
  if (salt === null) return false;
  const proof = await proofOf(turn, password, salt);
  return database.asOwner(async (db) => {
    const { rows } = await db.query<{ fits: boolean }>('select app.holds_password($1, $2) as fits', [
      userId,
      proof,
    ]);
    return rows[0]!.fits;
  });
}

/** Inserts the missing entries and resolves to their number. */
export function addEntries(database: Database, userId: string, entries: SeedEntry[]): Promise<number> {
  return database.asOwner(async (db) => {
    const { rowCount } = await db.query(
      `insert into check_ins (id, user_id, content, search_text, emoji, created_at, recorded_at)
       select e.id, $1, e.content, e."searchText", e.emoji, e."createdAt", e."createdAt"
       from jsonb_to_recordset($2)
         as e(id uuid, content text, "searchText" text, emoji text, "createdAt" timestamptz),
         ${announcedAsOne}
       on conflict (id) do nothing`,
      [userId, JSON.stringify(entries.map((entry) => ({ ...entry, searchText: searchText(entry.content) })))],
    );
    return rowCount ?? 0;
  });
}
