// The key that the instance signs with: Ed25519, made on first use. Its private part is stored sealed under APP_SECRET.
import { createHash, generateKeyPairSync, sign as signWith, type KeyObject } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import * as t from '../database/columns.ts';
import { statement, type RowIn } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { openKey, sealKey } from '../secrets/sealed-key.ts';

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
  const { id, sealed } = sealKey('signing', appSecret, { publicKey: bytes, privateKey });
  const digest = createHash('sha256').update(sealed).digest('hex');
  await tx.query(addSql, [id, bytes, sealed, tx.sign('add_signing_key', id, bytes.toString('hex'), digest)]);
}

const retireSql = statement({ text: 'select app.retire_signing_key($1, $2)' });

type Parts = { appSecret: string; log: Pick<FastifyBaseLogger, 'warn'> };

/**
 * The key to sign with. Makes one if there is none, or if the stored one cannot be opened because APP_SECRET is another one
 * than when it was made: that key is retired. Concurrent calls get the same key.
 */
export async function signingKey(tx: Tx, { appSecret, log }: Parts): Promise<SigningKey> {
  let stored = await current(tx);
  let privateKey = stored && openKey('signing', appSecret, stored);
  if (stored && !privateKey) {
    log.warn({ key: stored.id }, 'the signing key cannot be opened with APP_SECRET and is replaced');
    await tx.query(retireSql, [stored.id, tx.sign('retire_signing_key', stored.id)]);
  }
  if (!privateKey) {
    await add(tx, appSecret);
    stored = await current(tx);
    privateKey = stored && openKey('signing', appSecret, stored);
  }
  if (!stored || !privateKey) throw new Error('The instance has no key to sign with.');
  return keyOf(stored, privateKey);
}

/** The key to sign with, if there is one that can be opened. Unlike `signingKey`, it neither makes nor retires one. */
export async function existingSigningKey(tx: Tx, appSecret: string): Promise<SigningKey | undefined> {
  const stored = await current(tx);
  const privateKey = stored && openKey('signing', appSecret, stored);
  return stored && privateKey && keyOf(stored, privateKey);
}

function keyOf({ id, public_key }: Stored, privateKey: KeyObject): SigningKey {
  return {
    id,
    publicKey: public_key.toString('base64url'),
    sign: (bytes) => signWith(null, bytes, privateKey).toString('base64url'),
  };
}

function rawPublicKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}
