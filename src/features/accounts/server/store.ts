// All SQL on users, profiles, sessions, addresses, mailed links, feedback and tries. What happens before there is a viewer,
// and what changes several of them together, goes through functions of schema app (migrations/0001_accounts.sql and
// 0005_people.sql).
import type { Reader, Tx } from '#platform/database/transaction.ts';
import type { Session, SignedIn, UserEmail } from '../contract.ts';

/** The hash is null while the account has no password: the owner of the address is about to set one. */
export type Credentials = { user_id: string; password_hash: string | null };

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
  const rows = await tx.query<{ found: boolean }>('select app.any_account() as found');
  return rows[0]!.found;
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
  /** Sessions of one person. */
  most: number;
};

/** Lives in seconds; answers when the access token ends. */
export async function startSession(tx: Tx, session: NewSession): Promise<string> {
  const rows = await tx.query<{ ends: string }>(
    `select app.start_session($1, $2, $3, make_interval(secs => $4), $5, make_interval(secs => $6), $7, $8, $9, $10)
       as ends`,
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
      session.most,
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

type RotatedRow = { user_id: string; session_id: string; expires_at: string };

/** Undefined when the old token is no live one; a reused one has ended its family by then (R-A6). */
export async function rotateSession(tx: Tx, rotation: Rotation): Promise<RotatedRow | undefined> {
  const rows = await tx.query<RotatedRow>(
    `select user_id, session_id, expires_at
     from app.rotate_session($1, $2, make_interval(secs => $3), $4, make_interval(secs => $5))`,
    [rotation.oldRefresh, rotation.newAccess, rotation.accessLife, rotation.newRefresh, rotation.refreshLife],
  );
  return rows[0];
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

/** The viewer's own user and profile; undefined when the account is gone. `userId`: the viewer's, where it is known. */
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

/** Whether the hash that a password was just checked with is still that of the account; it stays so until the commit. */
export async function isPasswordOf(tx: Tx, userId: string, checkedHash: string): Promise<boolean> {
  const rows = await tx.query<{ still: boolean }>('select app.is_password_of($1, $2) as still', [
    userId,
    checkedHash,
  ]);
  return rows[0]!.still;
}

/** Notes a link that proves the viewer's primary address or the named extra one; older ones to it stop working. */
export async function noteVerification(
  tx: Tx,
  tokenHash: Buffer,
  lifeHours: number,
  extraId: string | null,
): Promise<void> {
  await tx.query('select app.note_verification($1, make_interval(hours => $2), $3)', [
    tokenHash,
    lifeHours,
    extraId,
  ]);
}

export type Verified = {
  outcome: 'verified' | 'unknown' | 'expired' | 'replaced' | 'taken' | 'another account';
  /** The address that the link was sent to; null for an unknown one. */
  address: string | null;
};

/** Proves an address of the viewer, and releases what waited for the primary one, in this transaction. */
export async function applyVerification(tx: Tx, tokenHash: Buffer): Promise<Verified> {
  const rows = await tx.query<Verified>('select outcome, address from app.use_verification($1)', [tokenHash]);
  return rows[0]!;
}

/** Notes a link to a new password; answers whose it is and the name that its mail greets; undefined: nobody's address. */
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

export type RecoveryState = 'good' | 'unknown' | 'expired' | 'replaced';

export type RecoveryLink = { state: RecoveryState; address: string | null };

/** What a link to a new password is worth now; a good one names its address. */
export async function recoveryLink(tx: Tx, tokenHash: Buffer): Promise<RecoveryLink> {
  const rows = await tx.query<RecoveryLink>('select state, address from app.recovery_link($1)', [tokenHash]);
  return rows[0]!;
}

/** Sets the password by a mailed link and ends what was before (R-A4); the person is null unless the link is good. */
export async function applyRecovery(
  tx: Tx,
  tokenHash: Buffer,
  passwordHash: string,
): Promise<{ outcome: RecoveryState; user_id: string | null }> {
  const rows = await tx.query<{ outcome: RecoveryState; user_id: string | null }>(
    'select outcome, user_id from app.use_recovery($1, $2)',
    [tokenHash, passwordHash],
  );
  return rows[0]!;
}

/** The viewer's new password; answers how many live sessions other than `keep` ended, or null when that one has, too. */
export async function changePassword(tx: Tx, passwordHash: string, keep: string): Promise<number | null> {
  const rows = await tx.query<{ ended: number | null }>('select app.change_password($1, $2) as ended', [
    passwordHash,
    keep,
  ]);
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

/** Ends all sessions of the viewer but one; answers how many were live. */
export async function endOtherSessions(tx: Tx, userId: string, keep: string): Promise<number> {
  const rows = await tx.query<{ ended: number }>(
    `with ended as (delete from sessions where user_id = $1 and id <> $2 returning refresh_expires_at)
     select count(*)::int as ended from ended where refresh_expires_at > now()`,
    [userId, keep],
  );
  return rows[0]!.ended;
}

/** Whether the password was shown longer than this ago in the session; undefined when the session is gone. */
export async function isSignInOlder(
  tx: Tx,
  sessionId: string,
  minutes: number,
): Promise<boolean | undefined> {
  const rows = await tx.query<{ older: boolean }>(
    'select signed_in_at < now() - make_interval(mins => $2) as older from sessions where id = $1',
    [sessionId, minutes],
  );
  return rows[0]?.older;
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

/** Lets one call at a time look at the addresses of a person and work on them: the next one sees what this one did. */
export async function holdAddresses(tx: Tx, userId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('addresses of ' || $1, 0))`, [userId]);
}

/** Adds an extra address of the viewer, or says that there are `most` or that the id is in use. */
export async function addAddress(
  tx: Tx,
  id: string,
  email: string,
  most: number,
): Promise<'added' | 'too many' | 'taken'> {
  const rows = await tx.query<{ outcome: 'added' | 'too many' | 'taken' }>(
    'select app.add_address($1, $2, $3) as outcome',
    [id, email, most],
  );
  return rows[0]!.outcome;
}

/** Removes an extra address and the links mailed to it; false when the viewer has no such. */
export async function removeAddress(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query<{ removed: boolean }>('select app.remove_address($1) as removed', [id]);
  return rows[0]!.removed;
}

export type Swapped = { old_address: string; new_address: string; can_undo: boolean };

/** Makes a verified extra address the primary one; undefined when the viewer has no such, or the session has ended. */
export async function makePrimary(
  tx: Tx,
  sessionId: string,
  id: string,
  undoHash: Buffer,
  undoHours: number,
): Promise<Swapped | undefined> {
  const rows = await tx.query<Swapped>(
    'select old_address, new_address, can_undo from app.make_primary($1, $2, make_interval(hours => $3), $4)',
    [id, undoHash, undoHours, sessionId],
  );
  return rows[0];
}

export type Undone = { outcome: 'undone' | 'unknown' | 'expired'; address: string | null };

/** Puts an address back and notes a link to a new password for it. */
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

/** False when the viewer's account is gone already. */
export async function deleteAccount(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ deleted: boolean }>('select app.delete_account() as deleted');
  return rows[0]!.deleted;
}

export type NewFeedback = { id: string; userId: string; message: string; email: string; name: string };

/** `repeated`: the viewer has sent it before; `taken`: the id stands for something else. */
export async function addFeedback(tx: Tx, one: NewFeedback): Promise<'added' | 'repeated' | 'taken'> {
  const added = await tx.query(
    `insert into feedback (id, user_id, message, user_email, user_name) values ($1, $2, $3, $4, $5)
     on conflict (id) do nothing returning id`,
    [one.id, one.userId, one.message, one.email, one.name],
  );
  if (added.length > 0) return 'added';
  const same = await tx.query('select id from feedback where id = $1 and message = $2', [
    one.id,
    one.message,
  ]);
  return same.length > 0 ? 'repeated' : 'taken';
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

/** The viewer's rows of a table as they stand, but for hashes. */
export function ownRows(tx: Tx, userId: string, table: OwnTable): Promise<object[]> {
  return tx.query<object>(ownTables[table], [userId]);
}
