import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { signer } from './signature.ts';

const key = randomBytes(32);
const claims = ['log-files', '0193b3a0-0000-7000-8000-000000000001', 'view', 'viewer', '1800000000'];

test('a signature verifies for its claims and no others', () => {
  const { sign, verify } = signer([key]);
  const signature = sign(claims);
  expect(signature.length).toBeLessThanOrEqual(100);
  expect(verify(claims, signature)).toBe(true);
  for (let at = 0; at < claims.length; at++)
    expect(verify(claims.with(at, `${claims[at]}0`), signature)).toBe(false);
  expect(verify(claims.toReversed(), signature)).toBe(false);
  expect(verify(['log-files,', ...claims.slice(1)], signature)).toBe(false);
  expect(verify(['ab', 'c'], sign(['a', 'bc']))).toBe(false);
});

test('none of 10,000 mutated signatures is accepted', () => {
  const { sign, verify } = signer([key]);
  const signature = sign(claims);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
  let accepted = 0;
  let tried = 0;
  while (tried < 10_000) {
    const characters = [...signature];
    for (let changes = randomInt(1, 4); changes > 0; changes--) {
      const at = randomInt(characters.length);
      const character = alphabet[randomInt(alphabet.length)]!;
      if (randomInt(3) === 0) characters.splice(at, randomInt(2), character);
      else characters[at] = character;
    }
    const mutated = characters.join('');
    if (mutated === signature) continue;
    tried++;
    if (verify(claims, mutated)) accepted++;
  }
  expect(accepted).toBe(0);
});

test('every other base64 encoding of the same bytes is refused', () => {
  const { sign, verify } = signer([key]);
  const signature = sign(claims);
  const bytesOf = (text: string) => Buffer.from(text.split('.')[1]!, 'base64url').toString('hex');
  const spellings = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    .map((last) => signature.slice(0, -1) + last)
    .filter((text) => text !== signature && bytesOf(text) === bytesOf(signature));
  expect(spellings).toHaveLength(3);
  for (const text of [...spellings, `${signature}=`, ` ${signature}`, `${signature}\n`]) {
    expect(verify(claims, text)).toBe(false);
  }
});

test('the new key signs, and a retired key verifies until it is dropped', () => {
  const [old, young] = [randomBytes(32), randomBytes(32)];
  const before = signer([old]).sign(claims);
  const during = signer([young, old]);
  expect(during.verify(claims, before)).toBe(true);
  expect(during.sign(claims)).toBe(signer([young]).sign(claims));
  expect(signer([young]).verify(claims, before)).toBe(false);
});
