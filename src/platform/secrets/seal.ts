// Authenticated encryption (AES-256-GCM), for data that leaves the server's memory and must be neither read nor changed.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceSize = 12;
const tagSize = 16;

/**
 * Encrypts with a 32-byte key of `deriveKey`. `context` is authenticated, not included: opening needs the same one.
 * Returns nonce, tag, ciphertext.
 */
export function sealBytes(key: Buffer, context: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceSize);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws if the bytes were changed, or sealed with another key or context. */
export function openBytes(key: Buffer, context: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceSize), {
    authTagLength: tagSize,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(nonceSize, nonceSize + tagSize));
  return Buffer.concat([decipher.update(sealed.subarray(nonceSize + tagSize)), decipher.final()]);
}
