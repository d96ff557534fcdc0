// SQL on users, profiles, sessions, emailed links, and feedback. Statements without a viewer, and those that
// change several tables together, call functions of the `app` schema (`sql` in the folder of each feature).
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { beginnings } from '../constants.ts';
import type { Session, SignedIn } from '../contract.ts';

/**
 * A password as passed to the database: `salt` includes algorithm and parameters, `proof` is the argon2id hash with it.
 * The database stores a keyed digest of the proof, so the proof exists only while a request checks a password.
 */
export type Password = { salt: string; proof: Buffer };

const anyAccountSql = statement({ text: 'select app.any_account() as found', row: { found: t.bool } });

export async function anyAccount(tx: Tx): Promise<boolean> {
  const rows = await tx.query(anyAccountSql);
  return rows[0]!.found;
}

const invitedSql = statement({
  text: 'select app.is_invited($1, $2) as invited',
  row: { invited: t.nullable(t.bool) },
});

/** Whether an open invitation of a verified user names this address. */
export async function isInvited(tx: Tx, email: string): Promise<boolean> {
  const rows = await tx.query(invitedSql, [email, tx.sign('is_invited', email)]);
  return rows[0]!.invited === true;
}

const lockFirstAccountSql = statement({
  text: `select pg_advisory_xact_lock(hashtextextended('first account', 0))`,
});

/** Blocks other transactions that create the first account until this one ends. */
export async function lockFirstAccount(tx: Tx): Promise<void> {
  await tx.query(lockFirstAccountSql);
}

const endSessionSql = statement({
  text: 'delete from sessions where id = $1 returning id',
  row: { id: t.uuid },
});

/** False when the viewer has no such session. */
export async function endSession(tx: Tx, sessionId: string): Promise<boolean> {
  const rows = await tx.query(endSessionSql, [sessionId]);
  return rows.length > 0;
}

const ownAccountSql = statement({
  name: 'own_account',
  text: `select p.user_id, p.full_name, p.avatar_url, p.slug, p.is_public, p.is_new, p.created_at,
      u.email, u.email_verified_at is not null as email_verified,
      case when u.email_verified_at is null then app.messages_waiting() else 0 end as messages_waiting,
      case when u.email_verified_at is null then app.things_waiting() else 0 end as things_waiting
    from profiles p join users u on u.id = p.user_id
    where p.user_id = coalesce($1, (select app.viewer()))`,
  row: {
    user_id: t.uuid,
    full_name: t.text,
    avatar_url: t.nullable(t.text),
    slug: t.nullable(t.text),
    is_public: t.bool,
    is_new: t.bool,
    created_at: t.timestamptz,
    email: t.text,
    email_verified: t.bool,
    messages_waiting: t.int,
    things_waiting: t.int,
  },
});

/** The viewer's user and profile, or undefined for a deleted account. `userId` is the viewer's id, if it is known. */
export async function ownAccount(
  tx: Reader,
  userId: string | null,
): Promise<Pick<SignedIn, 'user' | 'profile' | 'waiting'> | undefined> {
  const rows = await tx.query(ownAccountSql, [userId]);
  const row = rows[0];
  if (!row) return undefined;
  const { email, email_verified, messages_waiting, things_waiting, ...profile } = row;
  return {
    user: { id: row.user_id, email, email_verified },
    profile,
    waiting: { messages: messages_waiting, things: things_waiting },
  };
}

const noteVerificationSql = statement({
  text: 'select from app.note_verification($1, make_interval(hours => $2), $3, $4)',
});

/** Stores a link that verifies the viewer's primary address or the given extra one. Older links to it stop working. */
export async function storeVerificationLink(
  tx: Tx,
  tokenHash: Buffer,
  lifeHours: number,
  extraId: string | null,
): Promise<void> {
  const parts = [tokenHash.toString('hex'), String(lifeHours * 3600), extraId];
  const signature = tx.sign('note_verification', ...parts);
  await tx.query(noteVerificationSql, [tokenHash, lifeHours, extraId, signature]);
}

const applyVerificationSql = statement({
  text: 'select outcome, address from app.use_verification($1)',
  row: {
    outcome: t.oneOf(['verified', 'unknown', 'expired', 'replaced', 'taken', 'another account']),
    address: t.nullable(t.text),
  },
});
/** `address`: the one that the link was sent to; null for an unknown link. */
export type Verified = RowIn<typeof applyVerificationSql>;

/** Verifies an address of the viewer. For the primary one, releases what waited for it in the same transaction. */
export async function applyVerification(tx: Tx, tokenHash: Buffer): Promise<Verified> {
  const rows = await tx.query(applyVerificationSql, [tokenHash]);
  return rows[0]!;
}

const startRecoverySql = statement({
  text: 'select user_id, full_name, verified from app.start_recovery($1, $2, make_interval(mins => $3))',
  row: { user_id: t.uuid, full_name: t.text, verified: t.bool },
});

/** Stores a password reset link. Returns the user and the name for its email, or undefined for an unknown address. */
export async function startRecovery(
  tx: Tx,
  address: string,
  tokenHash: Buffer,
  lifeMinutes: number,
): Promise<RowIn<typeof startRecoverySql> | undefined> {
  const rows = await tx.query(startRecoverySql, [address, tokenHash, lifeMinutes]);
  return rows[0];
}

export const recoveryStates = ['good', 'unknown', 'expired', 'replaced'] as const;
const recoveryState = t.oneOf(recoveryStates);
const recoveryLinkSql = statement({
  text: 'select state, address from app.recovery_link($1)',
  row: { state: recoveryState, address: t.nullable(t.text) },
});
export type RecoveryLink = RowIn<typeof recoveryLinkSql>;
export type RecoveryState = RecoveryLink['state'];

/** The state of a password reset link, with its address if the link is valid. */
export async function recoveryLink(tx: Tx, tokenHash: Buffer): Promise<RecoveryLink> {
  const rows = await tx.query(recoveryLinkSql, [tokenHash]);
  return rows[0]!;
}

const changePasswordSql = statement({
  text: 'select app.change_password($1, $2, $3, $4) as ended',
  row: { ended: t.nullable(t.int) },
});

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
  const rows = await tx.query(changePasswordSql, [proof, password.salt, password.proof, keep]);
  return rows[0]!.ended;
}

const sessionsOfSql = statement({
  text: `select id, id = $2 as current, signed_in_at, began_by, last_used_at, user_agent, ip, app.ways_made_in(id) as tokens
    from sessions where user_id = $1 and refresh_expires_at > now() order by last_used_at desc, id desc`,
  row: {
    id: t.uuid,
    current: t.bool,
    signed_in_at: t.timestamptz,
    began_by: t.nullable(t.oneOf(beginnings)),
    last_used_at: t.timestamptz,
    user_agent: t.nullable(t.text),
    ip: t.nullable(t.text),
    tokens: t.int,
  } satisfies t.ColumnsOf<Session>,
});

/** The viewer's live sessions, last used first; `current` is the id of this request's. */
export function sessionsOf(tx: Tx, userId: string, current: string): Promise<Session[]> {
  return tx.query(sessionsOfSql, [userId, current]);
}

const endSessionWithTokensSql = statement({
  text: 'select app.end_session($1) as ended',
  row: { ended: t.bool },
});

/** Also ends the API tokens made in the session. False when the viewer has no such session. */
export async function endSessionWithTokens(tx: Tx, sessionId: string): Promise<boolean> {
  const rows = await tx.query(endSessionWithTokensSql, [sessionId]);
  return rows[0]!.ended;
}

const forgetOwnDevicesSql = statement({ text: 'select from app.forget_own_devices()' });
const endOtherSessionsSql = statement({
  text: 'select app.end_other_sessions($1) as ended',
  row: { ended: t.int },
});

/**
 * Ends all sessions of the viewer except one, with the API tokens made in them, and forgets remembered browsers. Returns how
 * many of the sessions were live.
 */
export async function endOtherSessions(tx: Tx, keep: string): Promise<number> {
  await tx.query(forgetOwnDevicesSql);
  const rows = await tx.query(endOtherSessionsSql, [keep]);
  return rows[0]!.ended;
}

const deleteAccountSql = statement({
  text: 'select app.delete_account($1, $2) as outcome',
  row: { outcome: t.oneOf(['deleted', 'password needed', 'confirmation needed', 'gone']) },
});
/**
 * `password needed`: the sign-in is older than an hour, and the proof does not match the password (R-A12). `confirmation
 * needed`: the account has a second factor (R-Q2).
 */
export type Deletion = RowIn<typeof deleteAccountSql>['outcome'];

export async function deleteAccount(tx: Tx, sessionId: string, proof: Buffer | null): Promise<Deletion> {
  const rows = await tx.query(deleteAccountSql, [sessionId, proof]);
  return rows[0]!.outcome;
}

const mayDeleteAccountSql = statement({
  text: 'select app.may_delete_account($1, $2) as outcome',
  row: { outcome: t.oneOf(['allowed', 'password needed', 'confirmation needed', 'gone']) },
});

/** Whether `deleteAccount` would delete the account. */
export async function mayDeleteAccount(
  tx: Tx,
  sessionId: string,
  proof: Buffer | null,
): Promise<RowIn<typeof mayDeleteAccountSql>['outcome']> {
  const rows = await tx.query(mayDeleteAccountSql, [sessionId, proof]);
  return rows[0]!.outcome;
}

const addFeedbackSql = statement({
  text: `insert into feedback (id, user_id, message, user_email, user_name) values ($1, $2, $3, $4, $5)
    on conflict (id) do nothing returning id`,
  row: { id: t.uuid },
});
const sameFeedbackSql = statement({
  text: 'select id from feedback where id = $1 and message = $2',
  row: { id: t.uuid },
});

export type NewFeedback = { id: string; userId: string; message: string; email: string; name: string };

/** `repeated`: the viewer already sent this message. `taken`: the id belongs to other feedback. */
export async function addFeedback(tx: Tx, feedback: NewFeedback): Promise<'added' | 'repeated' | 'taken'> {
  const { id, userId, message, email, name } = feedback;
  const added = await tx.query(addFeedbackSql, [id, userId, message, email, name]);
  if (added.length > 0) return 'added';
  const same = await tx.query(sameFeedbackSql, [id, message]);
  return same.length > 0 ? 'repeated' : 'taken';
}

const mailboxSql = statement({ text: 'select app.mailbox($1) as mailbox', row: { mailbox: t.text } });

/** The mailbox that an address delivers to, whatever its spelling. Limits of emails to an address count by it (R-A8). */
export async function mailboxOf(tx: Tx, address: string): Promise<string> {
  const rows = await tx.query(mailboxSql, [address]);
  return rows[0]!.mailbox;
}

const ownTables = {
  users: statement({
    text: 'select id, email, email_verified_at, created_at from users where id = $1',
    row: {
      id: t.uuid,
      email: t.text,
      email_verified_at: t.nullable(t.timestamptz),
      created_at: t.timestamptz,
    },
  }),
  user_emails: statement({
    text: 'select id, user_id, email, verified_at, created_at from user_emails where user_id = $1 order by id',
    row: {
      ...{ id: t.uuid, user_id: t.uuid, email: t.text, verified_at: t.nullable(t.timestamptz) },
      created_at: t.timestamptz,
    },
  }),
  sessions: statement({
    text: `select id, user_id, signed_in_at, nullif(confirmed_at, '-infinity') as confirmed_at, began_by, last_used_at,
        access_expires_at, user_agent, ip
      from sessions where user_id = $1 order by id`,
    row: {
      ...{ id: t.uuid, user_id: t.uuid, signed_in_at: t.timestamptz, last_used_at: t.timestamptz },
      ...{ access_expires_at: t.timestamptz, user_agent: t.nullable(t.text), ip: t.nullable(t.text) },
      ...{ confirmed_at: t.nullable(t.timestamptz), began_by: t.nullable(t.text) },
    },
  }),
  address_changes: statement({
    text: `select user_id, old_address, created_at, expires_at, used_at
      from address_changes where user_id = $1 order by created_at, old_address`,
    row: {
      ...{ user_id: t.uuid, old_address: t.text, created_at: t.timestamptz, expires_at: t.timestamptz },
      used_at: t.nullable(t.timestamptz),
    },
  }),
  former_mailboxes: statement({
    text: 'select user_id, mailbox, left_at from former_mailboxes where user_id = $1 order by left_at, mailbox',
    row: { user_id: t.uuid, mailbox: t.text, left_at: t.timestamptz },
  }),
  feedback: statement({
    text: `select id, user_id, message, user_email, user_name, created_at
      from feedback where user_id = $1 order by id`,
    row: {
      ...{ id: t.uuid, user_id: t.uuid, message: t.text, user_email: t.text, user_name: t.text },
      created_at: t.timestamptz,
    },
  }),
};
export type OwnTable = keyof typeof ownTables;

/** The viewer's rows of a table, without hashes. */
export function ownRows(tx: Tx, userId: string, table: OwnTable): Promise<object[]> {
  return tx.query<t.Columns>(ownTables[table], [userId]);
}
