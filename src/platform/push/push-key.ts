// The key that signs push messages: P-256, made on first use. Its private part is stored sealed under APP_SECRET.
import { createHash, generateKeyPairSync } from 'node:crypto';
import * as t from '../database/columns.ts';
import { statement, type RowIn } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { openKey, sealKey } from '../secrets/sealed-key.ts';
import type { PushKey } from './vapid.ts';

const currentSql = statement({
  text: 'select id, public_key, sealed_private_key from app.current_push_key($1)',
  row: { id: t.text, public_key: t.bytes, sealed_private_key: t.bytes },
});
type Stored = RowIn<typeof currentSql>;

/** The key that browsers were given. Undefined if there is none, or APP_SECRET is another one than when it was made. */
export async function currentPushKey(tx: Tx, appSecret: string): Promise<PushKey | undefined> {
  const stored = await current(tx);
  return stored && opened(stored, appSecret);
}

/**
 * The same; makes one if there is none. One that cannot be opened is replaced, which ends the devices that expect it.
 * Concurrent calls get the same key.
 */
export async function pushKey(tx: Tx, appSecret: string): Promise<PushKey> {
  const stored = await current(tx);
  const found = stored && opened(stored, appSecret);
  if (found) return found;
  if (stored) await tx.query(dropSql, [stored.id, tx.sign('drop_push_key', stored.id)]);
  await add(tx, appSecret);
  const made = await currentPushKey(tx, appSecret);
  if (!made) throw new Error('The instance has no key for push messages.');
  return made;
}

async function current(tx: Tx): Promise<Stored | undefined> {
  const rows = await tx.query(currentSql, [tx.sign('current_push_key')]);
  return rows[0];
}

const addSql = statement({ text: 'select app.add_push_key($1, $2, $3, $4)' });
const dropSql = statement({ text: 'select app.drop_push_key($1, $2)' });

async function add(tx: Tx, appSecret: string): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const { id, sealed } = sealKey('push', appSecret, { publicKey: point, privateKey });
  const digest = createHash('sha256').update(sealed).digest('hex');
  await tx.query(addSql, [id, point, sealed, tx.sign('add_push_key', id, point.toString('hex'), digest)]);
}

function opened(stored: Stored, appSecret: string): PushKey | undefined {
  const privateKey = openKey('push', appSecret, stored);
  return privateKey && { id: stored.id, publicKey: stored.public_key.toString('base64url'), privateKey };
}
