import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Reads all bytes. Resolves to their SHA-256. */
export async function hashBytes(bytes: Readable): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest();
}
