import { hashRawSync } from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';
import { hashPassword, proofOf } from './passwords.ts';

vi.unmock('#platform/hashing/hash-threads.ts');

const now = <T>(work: () => Promise<T>) => work();

it('a new password is hashed with its own salt, by argon2id with 46 MiB and one pass (R-A5)', async () => {
  const { salt, proof } = await hashPassword(now, 'a good long passphrase');
  expect(salt).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}$/);
  const bytes = Buffer.from(salt.split('$').at(-1)!, 'base64');
  const strength = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1, salt: bytes };
  expect(proof).toEqual(hashRawSync('a good long passphrase', strength));
  expect((await hashPassword(now, 'a good long passphrase')).salt).not.toBe(salt);
});

it('the proof of a password is repeated from its salt, and with the strength that the salt names', async () => {
  const { salt, proof } = await hashPassword(now, 'a good long passphrase');
  expect(await proofOf(now, 'a good long passphrase', salt)).toEqual(proof);
  expect(await proofOf(now, 'another passphrase', salt)).not.toEqual(proof);
  const weaker = salt.replace('m=47104', 'm=1024');
  expect(await proofOf(now, 'a good long passphrase', weaker)).not.toEqual(proof);
});
