// All SQL on users, profiles, sessions, addresses, emailed links, feedback and attempts. Statements without a viewer,
// and those that change several tables together, call functions of the `app` schema (migrations/functions).
import type { Reader, Tx } from '#platform/database/transaction.ts';
import type { Session, SignedIn, UserEmail } from '../contract.ts';

/**
 * A password as passed to the database: `salt` includes algorithm and parameters, `proof` is the argon2id hash with it.
 * The database stores a keyed digest of the proof, so the proof exists only while a request checks a password.
 */
export type Password = { salt: string; proof: Buffer };

export async function anyAccount(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ found: boolean }>('select app.any_account() as found');
  return rows[0]!.found;
}

/** Blocks other transactions that create the first account until this one ends. */
export async function lockFirstAccount(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('first account', 0))`);
}

/** False when the viewer has no such session. */
export async function endSession(tx: Tx, sessionId: string): Promise<boolean> {
  const rows = await tx.query('delete from sessions where id = $1 returning id', [sessionId]);
  return rows.length > 0;
}

type AccountRow = SignedIn['profile'] & {
  email: string;
  email_verified: boolean;
  messages_waiting: number;
  things_waiting: number;
};

/** The viewer's user and profile, or undefined for a deleted account. `userId` is the viewer's id, if it is known. */
export async function ownAccount(
  tx: Reader,
  userId: string | null,
): Promise<Pick<SignedIn, 'user' | 'profile' | 'waiting'> | undefined> {
  const rows = await tx.query<AccountRow>(
    `select p.user_id, p.full_name, p.avatar_url, p.slug, p.is_new, p.created_at,
            u.email, u.email_verified_at is not null as email_verified,
            case when u.email_verified_at is null then app.messages_waiting() else 0 end as messages_waiting,
            case when u.email_verified_at is null then app.things_waiting() else 0 end as things_waiting
     from profiles p join users u on u.id = p.user_id
     where p.user_id = coalesce($1, (select app.viewer()))`,
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

/** Stores a link that verifies the viewer's primary address or the given extra one. Older links to it stop working. */
export async function storeVerificationLink(
  tx: Tx,
  tokenHash: Buffer,
  lifeHours: number,
  extraId: string | null,
): Promise<void> {
  await tx.query('select app.note_verification($1, make_interval(hours => $2), $3, $4)', [
    tokenHash,
    lifeHours,
    extraId,
    tx.sign('note_verification', tokenHash.toString('hex'), extraId),
  ]);
}

export type Verified = {
  outcome: 'verified' | 'unknown' | 'expired' | 'replaced' | 'taken' | 'another account';
  /** The address that the link was sent to; null for an unknown link. */
  address: string | null;
};

/** Verifies an address of the viewer. For the primary one, releases what waited for it in the same transaction. */
export async function applyVerification(tx: Tx, tokenHash: Buffer): Promise<Verified> {
  const rows = await tx.query<Verified>('select outcome, address from app.use_verification($1)', [tokenHash]);
  return rows[0]!;
}

/** Stores a password reset link. Returns the user and the name for its email, or undefined for an unknown address. */
export async function startRecovery(
  tx: Tx,
  address: string,
  tokenHash: Buffer,
  lifeMinutes: number,
): Promise<{ user_id: string; full_name: string } | undefined> {
  const rows = await tx.query<{ user_id: string; full_name: string }>(
    'select user_id, full_name from app.start_recovery($1, $2, make_interval(mins => $3))',
    [address, tokenHash, lifeMinutes],
  );
  return rows[0];
}

/** Deletes an email that the running job wrote in this transaction. */
export async function dropMail(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from mails where id = $1', [id]);
}

export type RecoveryState = 'good' | 'unknown' | 'expired' | 'replaced';

export type RecoveryLink = { state: RecoveryState; address: string | null };

/** The state of a password reset link, with its address if the link is valid. */
export async function recoveryLink(tx: Tx, tokenHash: Buffer): Promise<RecoveryLink> {
  const rows = await tx.query<RecoveryLink>('select state, address from app.recovery_link($1)', [tokenHash]);
  return rows[0]!;
}

/**
 * Sets the viewer's password, given a proof of the current one. Returns how many live sessions other than `keep` ended,
 * or null if `keep` has also ended or the password was changed in the meantime.
 */
export async function changePassword(
  tx: Tx,
  proof: Buffer,
  password: Password,
  keep: string,
): Promise<number | null> {
  const rows = await tx.query<{ ended: number | null }>(
    'select app.change_password($1, $2, $3, $4) as ended',
    [proof, password.salt, password.proof, keep],
  );
  return rows[0]!.ended;
}

/** The viewer's live sessions, last used first; `current` is the id of this request's. */
export function sessionsOf(tx: Tx, userId: string, current: string): Promise<Session[]> {
  return tx.query<Session>(
    `select id, id = $2 as current, signed_in_at, last_used_at, user_agent, ip
     from sessions where user_id = $1 and refresh_expires_at > now() order by last_used_at desc, id desc`,
    [userId, current],
  );
}

/** Ends all sessions of the viewer except one. Returns how many of them were live. */
export async function endOtherSessions(tx: Tx, userId: string, keep: string): Promise<number> {
  const rows = await tx.query<{ ended: number }>(
    `with ended as (delete from sessions where user_id = $1 and id <> $2 returning refresh_expires_at)
     select count(*)::int as ended from ended where refresh_expires_at > now()`,
    [userId, keep],
  );
  return rows[0]!.ended;
}

/** The viewer's addresses, the primary one first. */
export function addressesOf(tx: Tx, userId: string): Promise<UserEmail[]> {
  return tx.query<UserEmail>(
    `select u.id, u.id as user_id, u.email, true as is_primary, u.email_verified_at is not null as verified, u.created_at
     from users u where u.id = $1
     union all
     select e.id, e.user_id, e.email, false, e.verified_at is not null, e.created_at
     from user_emails e where e.user_id = $1
     order by is_primary desc, email`,
    [userId],
  );
}

/** Locks a user's addresses until the transaction ends, so that concurrent calls see each other's changes. */
export async function lockAddresses(tx: Tx, userId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('addresses of ' || $1, 0))`, [userId]);
}

/** Adds an extra address of the viewer, unless there are `max` already or the id is in use. */
export async function addAddress(
  tx: Tx,
  id: string,
  email: string,
  max: number,
): Promise<'added' | 'too many' | 'taken'> {
  const rows = await tx.query<{ outcome: 'added' | 'too many' | 'taken' }>(
    'select app.add_address($1, $2, $3) as outcome',
    [id, email, max],
  );
  return rows[0]!.outcome;
}

/** Removes an extra address and the links emailed to it. False if the viewer has no such address. */
export async function removeAddress(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query<{ removed: boolean }>('select app.remove_address($1) as removed', [id]);
  return rows[0]!.removed;
}

export type Swapped = { old_address: string; new_address: string; can_undo: boolean };

/**
 * Makes a verified extra address the primary one, given a proof of the password. Undefined if the viewer has no such
 * address, the session has ended, or the password was changed in the meantime.
 */
export async function makePrimary(
  tx: Tx,
  sessionId: string,
  proof: Buffer,
  id: string,
  undoHash: Buffer,
  undoHours: number,
): Promise<Swapped | undefined> {
  const rows = await tx.query<Swapped>(
    'select old_address, new_address, can_undo from app.make_primary($1, $2, make_interval(hours => $3), $4, $5)',
    [id, undoHash, undoHours, sessionId, proof],
  );
  return rows[0];
}

export type Undone = { outcome: 'undone' | 'unknown' | 'expired'; address: string | null };

/** Restores an address as the primary one and stores a password reset link for it. */
export async function undoAddressChange(
  tx: Tx,
  undoHash: Buffer,
  recoveryHash: Buffer,
  recoveryMinutes: number,
): Promise<Undone> {
  const rows = await tx.query<Undone>(
    'select outcome, address from app.undo_address_change($1, $2, make_interval(mins => $3))',
    [undoHash, recoveryHash, recoveryMinutes],
  );
  return rows[0]!;
}

/** `password needed`: the sign-in is older than an hour, and the proof does not match the password (R-A12). */
export type Deletion = 'deleted' | 'password needed' | 'gone';

export async function deleteAccount(tx: Tx, sessionId: string, proof: Buffer | null): Promise<Deletion> {
  const rows = await tx.query<{ outcome: Deletion }>('select app.delete_account($1, $2) as outcome', [
    sessionId,
    proof,
  ]);
  return rows[0]!.outcome;
}

export type NewFeedback = { id: string; userId: string; message: string; email: string; name: string };

/** `repeated`: the viewer already sent this message. `taken`: the id belongs to other feedback. */
export async function addFeedback(tx: Tx, feedback: NewFeedback): Promise<'added' | 'repeated' | 'taken'> {
  const added = await tx.query(
    `insert into feedback (id, user_id, message, user_email, user_name) values ($1, $2, $3, $4, $5)
     on conflict (id) do nothing returning id`,
    [feedback.id, feedback.userId, feedback.message, feedback.email, feedback.name],
  );
  if (added.length > 0) return 'added';
  const same = await tx.query('select id from feedback where id = $1 and message = $2', [
    feedback.id,
    feedback.message,
  ]);
  return same.length > 0 ? 'repeated' : 'taken';
}

/** Reserves one attempt (R-A8). If none is left, `attemptId` is null. `wait`: seconds; 0 while others are pending. */
export async function reserveAttempt(
  tx: Tx,
  limit: { kind: string; key: string; max: number; minutes: number },
): Promise<{ attemptId: number | null; wait: number }> {
  const rows = await tx.query<{ try_id: number | null; wait: number | null }>(
    'select try_id, wait from app.take_try($1, $2, $3, make_interval(mins => $4), $5)',
    [
      limit.kind,
      limit.key,
      limit.max,
      limit.minutes,
      tx.sign('take_try', limit.kind, limit.key, String(limit.max)),
    ],
  );
  return { attemptId: rows[0]!.try_id, wait: rows[0]!.wait ?? 0 };
}

export async function settleAttempts(tx: Tx, ids: number[], outcome: 'failed' | 'released'): Promise<void> {
  const failed = outcome === 'failed';
  const signature = tx.sign('settle_tries', ids.join(), String(failed));
  await tx.query('select app.settle_tries($1, $2, $3)', [ids, failed, signature]);
}

const ownTables = {
  users: 'select id, email, email_verified_at, created_at from users where id = $1',
  user_emails:
    'select id, user_id, email, verified_at, created_at from user_emails where user_id = $1 order by id',
  sessions: `select id, user_id, signed_in_at, last_used_at, access_expires_at, user_agent, ip
    from sessions where user_id = $1 order by id`,
  address_changes: `select user_id, old_address, created_at, expires_at, used_at
    from address_changes where user_id = $1 order by created_at, old_address`,
  feedback: `select id, user_id, message, user_email, user_name, created_at
    from feedback where user_id = $1 order by id`,
};
export type OwnTable = keyof typeof ownTables;

/** The viewer's rows of a table, without hashes. */
export function ownRows(tx: Tx, userId: string, table: OwnTable): Promise<object[]> {
  return tx.query<object>(ownTables[table], [userId]);
}
