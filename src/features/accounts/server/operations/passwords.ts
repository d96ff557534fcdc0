// Hashing (R-A5): argon2id, 46 MiB, one pass, one lane. Never called inside a transaction.
import { hash, verify } from '@node-rs/argon2';
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

export function hashPassword(password: string): Promise<string> {
  return hash(password, strength);
}

let decoy: Promise<string> | undefined;

/** Whether the password fits the hash. Without a hash (unknown address) the same work is done and the answer is no. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  // Waited for in both cases: the first call after a start takes longer, whoever it is about.
  const nobodys = await (decoy ??= hashPassword('nobody has this one'));
  const fits = await verify(passwordHash ?? nobodys, password);
  return fits && passwordHash !== undefined;
}
