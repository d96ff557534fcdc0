// SQL on passwords and sessions: a session starts only inside the function of schema app that checks who asks
// (docs/decisions/0016).
import type { Tx } from '#platform/database/transaction.ts';
import { strengthPrefix, type Password } from './operations/passwords.ts';
import type { RecoveryState } from './store.ts';

/** The salt of an address; one that nobody has gets a salt as well, always the same (R-A5). */
export async function passwordSalt(tx: Tx, email: string): Promise<string> {
  const rows = await tx.query<{ salt: string }>('select app.password_salt($1, $2, $3) as salt', [
    email,
    strengthPrefix,
    tx.sign('password_salt', email),
  ]);
  return rows[0]!.salt;
}

/** Whether the proof is that of the viewer's password. */
export async function isOwnPassword(tx: Tx, proof: Buffer): Promise<boolean> {
  const rows = await tx.query<{ fits: boolean }>('select app.is_own_password($1) as fits', [proof]);
  return rows[0]!.fits;
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
  /** Sessions of one person. */
  most: number;
};

/** A person with a session that has just started; `ends`: of its access token. */
export type Started = { userId: string; ends: string };

// An app.new_session from nine values, the first of which is the given one; lives are in seconds.
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
  session.most,
];

/** Starts a session where the proof is that of the password; undefined otherwise. */
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
  return userId === null ? undefined : { userId, ends };
}

export type NewAccount = {
  id: string;
  email: string;
  password: Password;
  fullName: string;
  verified: boolean;
};

/** Makes user, profile and the first session; undefined when the address has an account already. */
export async function startByAccount(
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
  return ends === null ? undefined : { userId: id, ends };
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

/** Sets the password by a mailed link, ends what was before (R-A4) and starts a session; only a good link does. */
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
  return userId === null ? { state } : { state, started: { userId, ends } };
}
