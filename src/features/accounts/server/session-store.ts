// SQL on passwords and sessions. A session starts only inside the `app` schema function that checks the caller
// (docs/decisions/0016).
import type { Tx } from '#platform/database/transaction.ts';
import type { Password, RecoveryState } from './store.ts';

/**
 * The salt of an address. An address without an account also gets a salt, always the same one (R-A5), that starts with
 * `strength`: algorithm and parameters.
 */
export async function passwordSalt(tx: Tx, email: string, strength: string): Promise<string> {
  const rows = await tx.query<{ salt: string }>('select app.password_salt($1, $2, $3) as salt', [
    email,
    strength,
    tx.sign('password_salt', email),
  ]);
  return rows[0]!.salt;
}

/** Whether the proof matches the viewer's password. */
export async function isOwnPassword(tx: Tx, proof: Buffer): Promise<boolean> {
  const rows = await tx.query<{ matches: boolean }>('select app.is_own_password($1) as matches', [proof]);
  return rows[0]!.matches;
}

export type NewSession = {
  id: string;
  accessHash: Buffer;
  accessLife: number;
  refreshHash: Buffer;
  refreshLife: number;
  userAgent: string | null;
  ip: string;
  timeZone: string | null;
  /** Limit of sessions per user. */
  maxSessions: number;
};

/** The user of a new session, and when its access token expires. */
export type Started = { userId: string; accessExpiresAt: string };

// An app.new_session from nine consecutive parameters, starting at `first`. Lifetimes are in seconds.
const sessionFrom = (first: number) => {
  const [id, access, accessLife, refresh, refreshLife, ...rest] = Array.from(
    { length: 9 },
    (_, index) => `$${first + index}`,
  );
  return `(${id}, ${access}, make_interval(secs => ${accessLife}), ${refresh}, make_interval(secs => ${refreshLife}),
    ${rest.join(', ')})::app.new_session`;
};

const sessionValues = (session: NewSession) => [
  session.id,
  session.accessHash,
  session.accessLife,
  session.refreshHash,
  session.refreshLife,
  session.userAgent,
  session.ip,
  session.timeZone,
  session.maxSessions,
];

/** Starts a session if the proof matches the password. Otherwise returns undefined. */
export async function startByPassword(
  tx: Tx,
  email: string,
  proof: Buffer,
  session: NewSession,
): Promise<Started | undefined> {
  const rows = await tx.query<{ user_id: string | null; ends: string }>(
    `select user_id, ends from app.sign_in($1, $2, ${sessionFrom(4)}, $3)`,
    [email, proof, tx.sign('sign_in', email, proof.toString('hex'), session.id), ...sessionValues(session)],
  );
  const { user_id: userId, ends } = rows[0]!;
  return userId === null ? undefined : { userId, accessExpiresAt: ends };
}

export type NewAccount = {
  id: string;
  email: string;
  password: Password;
  fullName: string;
  verified: boolean;
};

/** Creates user, profile and the first session. Returns undefined if the address already has an account. */
export async function createAccount(
  tx: Tx,
  { id, email, password, fullName, verified }: NewAccount,
  session: NewSession,
): Promise<Started | undefined> {
  const signature = tx.sign('create_account', id, email, String(verified));
  const rows = await tx.query<{ ends: string | null }>(
    `select app.create_account($1, $2, $3, $4, $5, $6, ${sessionFrom(8)}, $7) as ends`,
    [...[id, email, password.salt, password.proof, fullName, verified, signature], ...sessionValues(session)],
  );
  const { ends } = rows[0]!;
  return ends === null ? undefined : { userId: id, accessExpiresAt: ends };
}

/** Makes the user of a new session the viewer of this transaction. */
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

/** Undefined if the old token is not valid. A reused token has revoked its family by then (R-A6). */
export async function rotateSession(tx: Tx, rotation: Rotation): Promise<RotatedRow | undefined> {
  const rows = await tx.query<RotatedRow>(
    `select user_id, session_id, expires_at
     from app.rotate_session($1, $2, make_interval(secs => $3), $4, make_interval(secs => $5))`,
    [rotation.oldRefresh, rotation.newAccess, rotation.accessLife, rotation.newRefresh, rotation.refreshLife],
  );
  return rows[0];
}

/** With a valid emailed link: sets the password, revokes all earlier access (R-A4) and starts a session. */
export async function startByRecovery(
  tx: Tx,
  tokenHash: Buffer,
  password: Password,
  session: NewSession,
): Promise<{ state: RecoveryState; started?: Started }> {
  const rows = await tx.query<{ outcome: RecoveryState; user_id: string | null; ends: string }>(
    `select outcome, user_id, ends from app.use_recovery($1, $2, $3, ${sessionFrom(4)})`,
    [tokenHash, password.salt, password.proof, ...sessionValues(session)],
  );
  const { outcome: state, user_id: userId, ends } = rows[0]!;
  return userId === null ? { state } : { state, started: { userId, accessExpiresAt: ends } };
}
