// The key that the instance signs with: Ed25519, made on first use. Its private part is stored sealed under APP_SECRET.
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  sign as signWith,
  type KeyObject,
} from 'node:crypto';
import * as t from '../database/columns.ts';
import { statement, type RowIn } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { openBytes, sealBytes } from '../secrets/seal.ts';
import { deriveKey } from '../secrets/secrets.ts';

export type SigningKey = {
  id: string;
  /** The 32 bytes of the public key, base64url. */
  publicKey: string;
  /** The signature of these bytes, base64url. */
  sign(bytes: Buffer): string;
};

const currentSql = statement({
  text: 'select id, public_key, sealed_private_key from app.current_signing_key($1)',
  row: { id: t.text, public_key: t.bytes, sealed_private_key: t.bytes },
});
type Stored = RowIn<typeof currentSql>;

async function current(tx: Tx): Promise<Stored | undefined> {
  const rows = await tx.query(currentSql, [tx.sign('current_signing_key')]);
  return rows[0];
}

const addSql = statement({ text: 'select app.add_signing_key($1, $2, $3, $4)' });

async function add(tx: Tx, appSecret: string): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = rawPublicKey(publicKey);
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const sealed = sealBytes(
    sealingKey(appSecret),
    contextOf(id),
    privateKey.export({ format: 'der', type: 'pkcs8' }),
  );
  const digest = createHash('sha256').update(sealed).digest('hex');
  await tx.query(addSql, [id, bytes, sealed, tx.sign('add_signing_key', id, bytes.toString('hex'), digest)]);
}

/** The key to sign with. Makes the first one; concurrent first uses get the same. */
export async function signingKey(tx: Tx, appSecret: string): Promise<SigningKey> {
  let stored = await current(tx);
  if (!stored) {
    await add(tx, appSecret);
    stored = await current(tx);
  }
  if (!stored) throw new Error('The instance has no key to sign with.');
  const { id, public_key, sealed_private_key } = stored;
  const der = openBytes(sealingKey(appSecret), contextOf(id), sealed_private_key);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return {
    id,
    publicKey: public_key.toString('base64url'),
    sign: (bytes) => signWith(null, bytes, privateKey).toString('base64url'),
  };
}

const sealingKey = (appSecret: string) => deriveKey(appSecret, 'signing keys');
const contextOf = (id: string) => `signing key ${id}`;

function rawPublicKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}
