// Keys and hashes. Every key is derived from the one APP_SECRET under a purpose of its own, so that none can stand in
// for another.
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from '../config/data-folder.ts';
import { StartRefusal } from '../config/start-refusal.ts';

const leastSecretLength = 32;

/** A 32-byte key for one purpose. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `logbook ${purpose}`, 32));
}

/** SHA-256 of a token: what is stored and looked up instead of the token itself. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A new token of 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A token that only the holder of the key can make from another one. Same input, same token. */
export function successorOf(key: Buffer, token: string, role: string): string {
  return createHmac('sha256', key).update(role).update(' ').update(token).digest('base64url');
}

/** The configured secret, or the one made at the first start and kept (mode 0600) in the data folder. */
export function keptSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured;
  const file = join(dataDir, 'app-secret');
  makeDataFolder(dataDir);
  if (!existsSync(file)) makeSecret(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= leastSecretLength) return secret;
  throw new StartRefusal({
    what: `The file ${file} does not hold the secret of this Logbook: it is empty or cut short.`,
    why: 'Sessions, links and stored mails are sealed with that secret.',
    mend: 'Bring the file back from a backup. Without one remove it: a new secret is made, and mails that wait are lost.',
  });
}

/** A link appears with its content, so that neither a full disk nor a power cut leaves half a secret behind. */
function makeSecret(file: string): void {
  const own = `${file}.${process.pid}`;
  try {
    writeFileSync(own, newToken(), { mode: 0o600, flush: true });
    linkSync(own, file);
  } catch (error) {
    // Another process was quicker: its secret counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
}
