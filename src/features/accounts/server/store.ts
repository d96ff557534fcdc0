// All SQL on users, profiles, sessions and tries. What happens before there is a viewer goes through functions of schema
// app (migrations/0001_accounts.sql).
import type { Tx } from '#platform/database/transaction.ts';
import type { SignedIn } from '../contract.ts';

export type Credentials = { user_id: string; password_hash: string };

export async function credentialsOf(tx: Tx, email: string): Promise<Credentials | undefined> {
  const rows = await tx.query<Credentials>('select * from app.credentials_of($1)', [email]);
  return rows[0];
}

export type NewAccount = {
  id: string;
  email: string;
  passwordHash: string;
  fullName: string;
  timeZone: string | null;
  verified: boolean;
};

/** Makes user and profile; false when the address has an account already. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  const rows = await tx.query<{ made: boolean }>(
    'select app.create_account($1, $2, $3, $4, $5, $6) as made',
    [account.id, account.email, account.passwordHash, account.fullName, account.timeZone, account.verified],
  );
  return rows[0]!.made;
}

export async function anyAccount(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ any: boolean }>('select app.any_account() as any');
  return rows[0]!.any;
}

export type NewSession = {
  id: string;
  userId: string;
  accessHash: Buffer;
  accessLife: number;
  refreshHash: Buffer;
  refreshLife: number;
  userAgent: string | null;
  ip: string;
  timeZone: string | null;
};

/** Lives in seconds; answers when the access token ends. */
export async function startSession(tx: Tx, session: NewSession): Promise<string> {
  const rows = await tx.query<{ ends: string }>(
    `select app.start_session($1, $2, $3, make_interval(secs => $4), $5, make_interval(secs => $6), $7, $8, $9) as ends`,
    [
      session.id,
      session.userId,
      session.accessHash,
      session.accessLife,
      session.refreshHash,
      session.refreshLife,
      session.userAgent,
      session.ip,
      session.timeZone,
    ],
  );
  return rows[0]!.ends;
}

/** Makes the person of a new session the viewer of this transaction. */
export async function enterSession(tx: Tx, accessHash: Buffer): Promise<void> {
  await tx.query('select app.enter($1)', [accessHash]);
}

export type Rotation = {
  oldRefresh: Buffer;
  newAccess: Buffer;
  accessLife: number;
  newRefresh: Buffer;
  refreshLife: number;
};

/** Undefined when the old token is no live one; a reused one has ended its family by then (R-A6). */
export async function rotateSession(
  tx: Tx,
  rotation: Rotation,
): Promise<{ user_id: string; expires_at: string } | undefined> {
  const rows = await tx.query<{ user_id: string; expires_at: string }>(
    `select user_id, expires_at
     from app.rotate_session($1, $2, make_interval(secs => $3), $4, make_interval(secs => $5))`,
    [rotation.oldRefresh, rotation.newAccess, rotation.accessLife, rotation.newRefresh, rotation.refreshLife],
  );
  return rows[0];
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.query('delete from sessions where id = $1', [sessionId]);
}

type AccountRow = SignedIn['profile'] & {
  email: string;
  email_verified: boolean;
  messages_waiting: number;
  things_waiting: number;
};

/** The viewer's own user and profile; undefined when the account is gone. */
export async function ownAccount(
  tx: Tx,
  userId: string,
): Promise<Pick<SignedIn, 'user' | 'profile' | 'waiting'> | undefined> {
  const rows = await tx.query<AccountRow>(
    `select p.user_id, p.full_name, p.avatar_url, p.slug, p.is_new, p.created_at,
            u.email, u.email_verified_at is not null as email_verified,
            case when u.email_verified_at is null then app.messages_waiting() else 0 end as messages_waiting,
            case when u.email_verified_at is null then app.things_waiting() else 0 end as things_waiting
     from profiles p join users u on u.id = p.user_id
     where p.user_id = $1`,
    [userId],
    'own_account',
  );
  const row = rows[0];
  if (!row) return undefined;
  const { email, email_verified, messages_waiting, things_waiting, ...profile } = row;
  return {
    user: { id: row.user_id, email, email_verified },
    profile,
    waiting: { messages: messages_waiting, things: things_waiting },
  };
}

/** Notes a link that proves the viewer's address; older ones stop working. */
export async function noteVerification(tx: Tx, tokenHash: Buffer, lifeHours: number): Promise<void> {
  await tx.query('select app.note_verification($1, make_interval(hours => $2))', [tokenHash, lifeHours]);
}

export type Verified = {
  outcome: 'verified' | 'unknown' | 'expired' | 'replaced' | 'another account';
  /** The address that the link was sent to; null for an unknown one. */
  address: string | null;
};

/** Proves the viewer's address, and releases what waited for it, in this transaction. */
export async function applyVerification(tx: Tx, tokenHash: Buffer): Promise<Verified> {
  const rows = await tx.query<Verified>('select outcome, address from app.use_verification($1)', [tokenHash]);
  return rows[0]!;
}

/** Asks for one more try; `tryId` null means none is left: `wait` seconds, or 0 while others are under way (R-A8). */
export async function takeTry(
  tx: Tx,
  limit: { kind: string; key: string; most: number; minutes: number },
): Promise<{ tryId: number | null; wait: number }> {
  const rows = await tx.query<{ try_id: number | null; wait: number | null }>(
    'select try_id, wait from app.take_try($1, $2, $3, make_interval(mins => $4))',
    [limit.kind, limit.key, limit.most, limit.minutes],
  );
  return { tryId: rows[0]!.try_id, wait: rows[0]!.wait ?? 0 };
}

export async function settleTries(tx: Tx, ids: number[], outcome: 'failed' | 'given back'): Promise<void> {
  await tx.query('select app.settle_tries($1, $2)', [ids, outcome === 'failed']);
}
