// SQL on API tokens. What admits a request with one is in src/platform/http/api-tokens.ts.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { tokenSources } from '../constants.ts';
import type { ApiToken, Scope, TokenSource } from '../contract.ts';

const apiToken = {
  id: t.uuid,
  name: t.text,
  scopes: t.texts as t.Column<Scope[]>,
  source: t.oneOf(tokenSources),
  created_at: t.timestamptz,
  expires_at: t.nullable(t.timestamptz),
  last_used_at: t.nullable(t.timestamptz),
  user_agent: t.nullable(t.text),
  ip: t.nullable(t.text),
} satisfies t.ColumnsOf<ApiToken>;
const columns = t.list(apiToken);

const tokensOfSql = statement({
  text: `select ${columns} from api_tokens where user_id = $1 and connection_id is null
    order by created_at desc, id desc`,
  row: apiToken,
});

/** The tokens that the viewer created, newest first. Expired ones stay until the viewer creates another. */
export function tokensOf(tx: Tx, userId: string): Promise<ApiToken[]> {
  return tx.query(tokensOfSql, [userId]);
}

const lockTokensSql = statement({
  text: `select pg_advisory_xact_lock(hashtextextended('api tokens of ' || app.viewer()::text, 0))`,
});
// The count leaves out expired tokens itself: a statement does not see what its own parts delete.
const countTokensSql = statement({
  text: `with expired as (delete from api_tokens
      where user_id = $1 and connection_id is null and expires_at <= now())
    select count(*)::int as count from api_tokens
    where user_id = $1 and connection_id is null and (expires_at is null or expires_at > now())`,
  row: { count: t.int },
});

/**
 * Deletes the viewer's expired tokens, and returns how many others there are. No other transaction of the viewer adds one
 * until this one ends.
 */
export async function lockAndCountLiveTokens(tx: Tx, userId: string): Promise<number> {
  await tx.query(lockTokensSql);
  const rows = await tx.query(countTokensSql, [userId]);
  return rows[0]!.count;
}

export type StoredToken = {
  id: string;
  userId: string;
  name: string;
  hash: Buffer;
  scopes: readonly Scope[];
  source: TokenSource;
  /** Days until it expires; null: never. */
  days: number | null;
  /** The session in which it is made. */
  sessionId: string;
};

const insertTokenSql = statement({
  text: `insert into api_tokens (id, user_id, name, hash, scopes, source, expires_at, session_id)
    values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7), $8) returning ${columns}`,
  row: apiToken,
});

export async function insertToken(tx: Tx, token: StoredToken): Promise<ApiToken> {
  const { id, userId, name, hash, scopes, source, days, sessionId } = token;
  const rows = await tx.query(insertTokenSql, [id, userId, name, hash, scopes, source, days, sessionId]);
  return rows[0]!;
}

const endTokenSql = statement({
  text: 'delete from api_tokens where id = $1 and connection_id is null returning id',
  row: { id: t.uuid },
});

/** False when the viewer has no such token. */
export async function endToken(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(endTokenSql, [id]);
  return rows.length > 0;
}

const connectionUsesSql = statement({
  text: 'select connection_id, last_used_at from api_tokens where user_id = $1 and connection_id is not null',
  row: { connection_id: t.nullable(t.uuid), last_used_at: t.nullable(t.timestamptz) },
});

/** The last use of each connected app of the viewer. */
export function connectionUses(tx: Tx, userId: string): Promise<RowIn<typeof connectionUsesSql>[]> {
  return tx.query(connectionUsesSql, [userId]);
}

const revokeTokenSql = statement({
  text: 'select app.revoke_api_token($1) as ended',
  row: { ended: t.bool },
});

export async function endTokenByHash(tx: Tx, hash: Buffer): Promise<boolean> {
  const rows = await tx.query(revokeTokenSql, [hash]);
  return rows[0]!.ended;
}

const ownTokensSql = statement({
  text: `select ${columns}, user_id, session_id from api_tokens where user_id = $1 order by id`,
  row: { ...apiToken, user_id: t.uuid, session_id: t.nullable(t.uuid) },
});

/** The viewer's rows for the export, without hashes. */
export function ownTokens(tx: Tx, userId: string): Promise<object[]> {
  return tx.query(ownTokensSql, [userId]);
}
