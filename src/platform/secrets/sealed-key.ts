// The private keys of the instance, as the database stores them: sealed under APP_SECRET, so that only the application can use
// them.
import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { openBytes, sealBytes } from './seal.ts';
import { deriveKey } from './secrets.ts';

/** What the key is for. Part of what is sealed, so an earlier one never changes. */
type Use = 'push' | 'signing';

const sealingKey = (use: Use, appSecret: string) => deriveKey(appSecret, `${use} keys`);
const contextOf = (use: Use, id: string) => `${use} key ${id}`;

/** The id of a key, which follows from its public part, and what is stored of its private part. */
export function sealKey(
  use: Use,
  appSecret: string,
  { publicKey, privateKey }: { publicKey: Buffer; privateKey: KeyObject },
): { id: string; sealed: Buffer } {
  const id = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  return { id, sealed: sealBytes(sealingKey(use, appSecret), contextOf(use, id), der) };
}

/** The private part. Undefined if it was sealed under another secret. */
export function openKey(
  use: Use,
  appSecret: string,
  { id, sealed_private_key }: { id: string; sealed_private_key: Buffer },
): KeyObject | undefined {
  try {
    const der = openBytes(sealingKey(use, appSecret), contextOf(use, id), sealed_private_key);
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    return undefined;
  }
}
