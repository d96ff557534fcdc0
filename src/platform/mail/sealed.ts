// Email bodies are encrypted in the database: they may contain links with tokens that are stored only as hashes
// otherwise (R-A11).
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export type Body = { html: string; text: string };

const nonceSize = 12;
const tagSize = 16;

/** AES-256-GCM: nonce, tag, ciphertext. The `id` is authenticated, so a body cannot be moved to another row. */
export function seal(key: Buffer, id: string, body: Body): Buffer {
  const nonce = randomBytes(nonceSize);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(body), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when the body was sealed with another APP_SECRET, or for another email. */
export function unseal(key: Buffer, id: string, sealed: Buffer): Body {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceSize), {
    authTagLength: tagSize,
  })
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(nonceSize, nonceSize + tagSize));
  const plain = Buffer.concat([decipher.update(sealed.subarray(nonceSize + tagSize)), decipher.final()]);
  return JSON.parse(plain.toString('utf8')) as Body;
}
