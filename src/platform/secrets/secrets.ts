// Keys and hashes. Every key is derived from APP_SECRET for its own purpose, so that no key works in place of another.
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from '../config/data-folder.ts';
import { StartupError } from '../config/startup-error.ts';

const minSecretLength = 32;

/** A 32-byte key for one purpose. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `logbook ${purpose}`, 32));
}

/** SHA-256 of a token. It is stored and looked up instead of the token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A new token of 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether the text has the form of a token: 32 bytes in base64url, the last character of which has only four bits. */
export function isToken(text: string): boolean {
  return /^[\w-]{42}[AEIMQUYcgkosw048]$/.test(text);
}

/** Derives a token from another one, with the key. The same input always gives the same token. */
export function successorOf(key: Buffer, token: string, role: string): string {
  return createHmac('sha256', key).update(role).update(' ').update(token).digest('base64url');
}

/** The configured secret, or the one that the first start created and stored in the data folder (mode 0600). */
export function loadOrCreateSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured;
  const file = join(dataDir, 'app-secret');
  makeDataFolder(dataDir);
  if (!existsSync(file)) createSecret(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= minSecretLength) return secret;
  throw new StartupError({
    what: `The file ${file} does not contain the secret of this Logbook: it is empty or truncated.`,
    why: 'The secret protects sessions, links and stored emails.',
    fix: 'Restore the file from a backup. If you have none, remove it: a new secret is created, and queued emails are lost.',
  });
}

/** Stores the secret of the instance that a backup was taken of, in place of one that an earlier start created. */
export function replaceSecret(dataDir: string, secret: string): void {
  const file = join(makeDataFolder(dataDir), 'app-secret');
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, secret, { mode: 0o600, flush: true });
  renameSync(temporary, file);
}

/** Links a complete file into place, so that neither a full disk nor a power cut leaves half a secret. */
function createSecret(file: string): void {
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, newToken(), { mode: 0o600, flush: true });
    linkSync(temporary, file);
  } catch (error) {
    // Another process was faster: use its secret.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
