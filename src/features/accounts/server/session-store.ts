// SQL on passwords and sessions. A session starts only inside the `app` schema function that checks the caller
// (docs/decisions/0016).
import { newId } from '#platform/clock/id.ts';
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { limits, rememberedDevices } from '../constants.ts';
import { recoveryStates, type Password, type RecoveryState } from './store.ts';

const passwordSaltSql = statement({
  text: 'select app.password_salt($1, $2, $3) as salt',
  row: { salt: t.text },
});

/**
 * The salt of an address. An address without an account also gets a salt, always the same one (R-A5), that starts with
 * `strength`: algorithm and parameters.
 */
export async function passwordSalt(tx: Tx, email: string, strength: string): Promise<string> {
  const rows = await tx.query(passwordSaltSql, [email, strength, tx.sign('password_salt', email)]);
  return rows[0]!.salt;
}

const isOwnPasswordSql = statement({
  text: 'select app.is_own_password($1) as matches',
  row: { matches: t.bool },
});

/** Whether the proof matches the viewer's password. */
export async function isOwnPassword(tx: Tx, proof: Buffer): Promise<boolean> {
  const rows = await tx.query(isOwnPasswordSql, [proof]);
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

/** An app.new_session from nine consecutive parameters, starting at `first`. Lifetimes are in seconds. */
export const sessionFrom = (first: number) => {
  const [id, access, accessLife, refresh, refreshLife, ...rest] = Array.from(
    { length: 9 },
    (_, index) => `$${first + index}`,
  );
  return `(${id}, ${access}, make_interval(secs => ${accessLife}), ${refresh}, make_interval(secs => ${refreshLife}),
    ${rest.join(', ')})::app.new_session`;
};

export const sessionValues = (session: NewSession) => [
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

/** Both are null if no session was started. */
export const started = { user_id: t.nullable(t.uuid), ends: t.nullable(t.timestamptz) };

export const startedOf = ({ user_id: userId, ends }: t.RowOf<typeof started>): Started | undefined =>
  userId === null || ends === null ? undefined : { userId, accessExpiresAt: ends };

const signInSql = statement({
  text: `select outcome, user_id, ends from app.sign_in_with($1, $2, $3, ${sessionFrom(5)}, $4)`,
  row: { outcome: t.oneOf(['started', 'wrong', 'code needed', 'wrong code']), ...started },
});

export type PasswordProof = { email: string; proof: Buffer; codeHash: Buffer | null };

/** Starts a session if the proof matches the password, with a code if the account needs one (R-Q2). */
export async function startByPassword(
  tx: Tx,
  { email, proof, codeHash }: PasswordProof,
  session: NewSession,
): Promise<Started | 'wrong' | 'code needed' | 'wrong code'> {
  const parts = [email, proof.toString('hex'), codeHash && codeHash.toString('hex'), session.id];
  const signature = tx.sign('sign_in_with', ...parts);
  const rows = await tx.query(signInSql, [email, proof, codeHash, signature, ...sessionValues(session)]);
  const { outcome, ...row } = rows[0]!;
  return outcome === 'started' ? startedOf(row)! : outcome;
}

const authenticatorOfSql = statement({
  text: 'select id, sealed_secret from app.authenticator_of($1, $2)',
  row: { id: t.uuid, sealed_secret: t.bytes },
});
export type Authenticator = RowIn<typeof authenticatorOfSql>;

/** The authenticator app of the account with this address, also without a viewer. */
export async function authenticatorOf(tx: Tx, email: string): Promise<Authenticator | undefined> {
  const rows = await tx.query(authenticatorOfSql, [email, tx.sign('authenticator_of', email)]);
  return rows[0];
}

const signInOnDeviceSql = statement({
  text: `select user_id, ends from app.sign_in_on_device($1, $2, $3, ${sessionFrom(5)}, $4)`,
  row: started,
});

/** Starts a session without a code. Undefined: the user does not have this browser remembered. */
export async function startOnDevice(
  tx: Tx,
  { email, proof }: PasswordProof,
  deviceHash: Buffer,
  session: NewSession,
): Promise<Started | undefined> {
  const parts = [email, proof.toString('hex'), deviceHash.toString('hex'), session.id];
  const signature = tx.sign('sign_in_on_device', ...parts);
  const values = [email, proof, deviceHash, signature, ...sessionValues(session)];
  return startedOf((await tx.query(signInOnDeviceSql, values))[0]!);
}

const rememberDeviceSql = statement({
  text: 'select from app.remember_device($1, $2, $3, make_interval(days => $4), $5, $6)',
});

/** From now on, `startOnDevice` works for the viewer with this browser. */
export async function storeDevice(tx: Tx, deviceHash: Buffer, userAgent: string | null): Promise<void> {
  const signature = tx.sign('remember_device', deviceHash.toString('hex'));
  const { days, most } = rememberedDevices;
  await tx.query(rememberDeviceSql, [newId(), deviceHash, userAgent, days, most, signature]);
}

/** A checked answer of a passkey. */
export type Answered = {
  credential: Buffer;
  counter: number;
  /** The authenticator has copied it elsewhere. */
  backedUp: boolean;
  /** The hash of the challenge, stored so that it works once until then. */
  challenge: { hash: Buffer; endsAt: Date };
};

const signInByPasskeySql = statement({
  text: `select user_id, ends from app.sign_in_by_passkey($1, $2, $3, $4, $5, ${sessionFrom(7)}, $6)`,
  row: started,
});

/** Starts a session. Undefined: the challenge was answered before, or the passkey has been removed. */
export async function startByPasskey(
  tx: Tx,
  { credential, counter, backedUp, challenge }: Answered,
  session: NewSession,
): Promise<Started | undefined> {
  const parts = [credential.toString('hex'), String(counter), challenge.hash.toString('hex'), session.id];
  const rows = await tx.query(signInByPasskeySql, [
    ...[credential, counter, backedUp, challenge.hash, challenge.endsAt],
    tx.sign('sign_in_by_passkey', ...parts),
    ...sessionValues(session),
  ]);
  return startedOf(rows[0]!);
}

const createAccountSql = statement({
  text: `select app.create_account($1, $2, $3, $4, $5, $6, ${sessionFrom(8)}, $7) as ends`,
  row: { ends: t.nullable(t.timestamptz) },
});

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
  const rows = await tx.query(createAccountSql, [
    ...[id, email, password.salt, password.proof, fullName, verified, signature],
    ...sessionValues(session),
  ]);
  return startedOf({ user_id: id, ends: rows[0]!.ends });
}

const enterSessionSql = statement({ text: 'select from app.enter($1)' });

/** Makes the user of a new session the viewer of this transaction. */
export async function enterSession(tx: Tx, accessHash: Buffer): Promise<void> {
  await tx.query(enterSessionSql, [accessHash]);
}

export type Rotation = {
  oldRefresh: Buffer;
  newAccess: Buffer;
  accessLife: number;
  newRefresh: Buffer;
  refreshLife: number;
};

const rotateSessionSql = statement({
  text: `select user_id, session_id, expires_at
    from app.rotate_session($1, $2, make_interval(secs => $3), $4, make_interval(secs => $5), make_interval(secs => $6))`,
  row: { user_id: t.uuid, session_id: t.uuid, expires_at: t.timestamptz },
});

/** Undefined if the old token is not valid. A reused token has revoked its family by then (R-A6). */
export async function rotateSession(
  tx: Tx,
  { oldRefresh, newAccess, accessLife, newRefresh, refreshLife }: Rotation,
): Promise<RowIn<typeof rotateSessionSql> | undefined> {
  const values = [oldRefresh, newAccess, accessLife, newRefresh, refreshLife, limits.refreshReuseSeconds];
  const rows = await tx.query(rotateSessionSql, values);
  return rows[0];
}

const recoveryOutcome = t.oneOf([...recoveryStates, 'code needed', 'wrong code']);
export type RecoveryOutcome = RecoveryState | 'code needed' | 'wrong code';
const useRecoverySql = statement({
  text: `select outcome, user_id, ends, taken_over from app.recover_with($1, $2, $3, $4, ${sessionFrom(5)})`,
  row: { outcome: recoveryOutcome, ...started, taken_over: t.nullable(t.bool) },
});

/** A link, and a code for an account with a second factor (R-Q2). */
export type RecoveryProof = { tokenHash: Buffer; codeHash: Buffer | null };

/**
 * With a valid emailed link: sets the password, revokes all earlier access (R-A4) and starts a session. `takenOver`: the
 * address was unverified until now, so the profile is empty.
 */
export async function startByRecovery(
  tx: Tx,
  { tokenHash, codeHash }: RecoveryProof,
  password: Password,
  session: NewSession,
): Promise<{ state: RecoveryOutcome; started?: Started; takenOver: boolean }> {
  const rows = await tx.query(useRecoverySql, [
    ...[tokenHash, password.salt, password.proof, codeHash],
    ...sessionValues(session),
  ]);
  const { outcome: state, taken_over, ...row } = rows[0]!;
  const started = startedOf(row);
  return { state, takenOver: taken_over === true, ...(started && { started }) };
}
