// SQL on sign-ins of the command line.
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';

const startLoginSql = statement({
  text: 'select app.start_cli_login($1, $2, $3, $4, $5, make_interval(mins => $6), $7)',
});

export type NewLogin = {
  id: string;
  deviceHash: Buffer;
  codeHash: Buffer;
  name: string;
  ip: string;
  /** Until it expires. */
  minutes: number;
};

export async function startLogin(tx: Tx, login: NewLogin): Promise<void> {
  const { id, deviceHash, codeHash, name, ip, minutes } = login;
  const signature = tx.sign('start_cli_login', id);
  await tx.query(startLoginSql, [id, deviceHash, codeHash, name, ip, minutes, signature]);
}

const findLoginSql = statement({
  text: 'select app.find_cli_login($1) as id',
  row: { id: t.nullable(t.uuid) },
});
const loginSql = statement({
  text: 'select id, name, ip, created_at, expires_at from cli_logins where id = $1',
  row: { id: t.uuid, name: t.text, ip: t.text, created_at: t.timestamptz, expires_at: t.timestamptz },
});

/** The waiting sign-in with this code, about which the viewer decides from now on. */
export async function findLogin(tx: Tx, codeHash: Buffer) {
  const [found] = await tx.query(findLoginSql, [codeHash]);
  if (!found?.id) return undefined;
  const rows = await tx.query(loginSql, [found.id]);
  return rows[0];
}

const lockLoginSql = statement({
  text: `select name from cli_logins
    where id = $1 and decision is null and expires_at > now() for update`,
  row: { name: t.text },
});
const ownLoginSql = statement({ text: 'select id from cli_logins where id = $1', row: { id: t.uuid } });

/** The name of a sign-in that waits for the viewer's decision. */
export async function lockLogin(tx: Tx, id: string): Promise<{ name: string } | 'over' | undefined> {
  const [waiting] = await tx.query(lockLoginSql, [id]);
  if (waiting) return waiting;
  const rows = await tx.query(ownLoginSql, [id]);
  return rows.length > 0 ? 'over' : undefined;
}

const decideLoginSql = statement({
  text: 'update cli_logins set decision = $2, sealed_token = $3 where id = $1',
});

/** `sealedToken`: of an approved sign-in. */
export async function decideLogin(tx: Tx, id: string, sealedToken: Buffer | null): Promise<void> {
  await tx.query(decideLoginSql, [id, sealedToken ? 'approved' : 'refused', sealedToken]);
}

const takeLoginSql = statement({
  text: 'select id, decision, sealed_token, email from app.take_cli_login($1)',
  row: {
    id: t.uuid,
    decision: t.nullable(t.oneOf(['approved', 'refused'])),
    sealed_token: t.nullable(t.bytes),
    email: t.nullable(t.text),
  },
});

/** What was decided about a sign-in, once; a null decision: nothing yet. Undefined: it is unknown, expired or taken. */
export async function takeLogin(tx: Tx, deviceHash: Buffer) {
  const rows = await tx.query(takeLoginSql, [deviceHash]);
  return rows[0];
}
