// The keys that the instance has signed with, for everyone who checks a signature. None is ever removed.
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import * as t from '../database/columns.ts';
import { query, statement } from '../database/statement.ts';
import type { Reader } from '../database/transaction.ts';

export const keysPath = '/.well-known/logbook-keys.json';

const keysSql = statement({
  text: 'select id, public_key, created_at, retired_at, compromised_at from app.signing_keys()',
  row: {
    ...{ id: t.text, public_key: t.bytes },
    ...{ created_at: t.timestamptz, retired_at: t.nullable(t.timestamptz) },
    compromised_at: t.nullable(t.timestamptz),
  },
});

/** As `keysPath` serves them, the newest first. `publicKey`: its 32 bytes, base64url. */
export async function publicKeys(pool: pg.Pool, url: string) {
  const rows = await query(pool, keysSql, []);
  const keys = rows.map(({ id, public_key, created_at, retired_at, compromised_at }) => ({
    ...{ id, publicKey: public_key.toString('base64url'), createdAt: created_at },
    ...(retired_at !== null && { retiredAt: retired_at }),
    ...(compromised_at !== null && { compromisedAt: compromised_at }),
  }));
  return { url, keys };
}

const isRetiredSql = statement({
  text: 'select exists (select from app.signing_keys() where id = $1 and retired_at is not null) as retired',
  row: { retired: t.bool },
});

/** Whether this key can sign nothing anymore. */
export async function isRetired(tx: Reader, keyId: string): Promise<boolean> {
  const rows = await tx.query(isRetiredSql, [keyId]);
  return rows[0]!.retired;
}

export function serveKeys(server: FastifyInstance, pool: pg.Pool, url: string): void {
  server.get(keysPath, async (_request, reply) => {
    const body = await publicKeys(pool, url);
    // Pages elsewhere may compare the key of a file with these.
    return reply
      .headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
      .headers({ 'cross-origin-resource-policy': 'cross-origin' })
      .send(body);
  });
}
