// Hashing (R-A5): argon2id, 46 MiB, one pass, one lane. Never called inside a transaction.
import { randomBytes } from 'node:crypto';
import { hashRaw, parseOptions } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordFault } from '../../rules.ts';

// Algorithm 2 is argon2id; the library's enum exists at compile time only.
const strength = { algorithm: 2, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

// The list is ordered by how often a password was seen in leaks.
const common = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 3000),
);

/** Why a password cannot be set (R-A5), or null. */
export function newPasswordFault(password: string) {
  return (
    passwordFault(password) ?? (common.has(password.toLowerCase()) ? ('password_common' as const) : null)
  );
}

// What argon2 writes before the salt, as in its encoded hashes.
export const strengthPrefix = `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}`;

/**
 * A password as the database knows it: `salt` with algorithm and parameters, and `proof`, what argon2id makes of both.
 * The database keeps a keyed digest of the proof, so the proof exists only while a request checks a password.
 */
export type Password = { salt: string; proof: Buffer };

/** A new password with a salt of its own. */
export async function hashPassword(password: string): Promise<Password> {
  const salt = `${strengthPrefix}$${randomBytes(16).toString('base64').replace(/=+$/, '')}`;
  return { salt, proof: await proofOf(password, salt) };
}

/** What shows the database that the caller knows the password of this salt. */
export function proofOf(password: string, salt: string): Promise<Buffer> {
  const { memoryCost, timeCost, parallelism } = parseOptions(`${salt}$${'A'.repeat(43)}`);
  const bytes = Buffer.from(salt.slice(salt.lastIndexOf('$') + 1), 'base64');
  return hashRaw(password, { ...strength, memoryCost, timeCost, parallelism, salt: bytes });
}
