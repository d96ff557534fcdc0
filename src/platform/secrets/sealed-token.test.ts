import { expect, it } from 'vitest';
import { SealedTokens } from './sealed-token.ts';

const secret = 'a secret of at least thirty-two characters';
const tokens = new SealedTokens(secret, 'test links');
const token = tokens.seal('page', ['ada', 7, '']);

it('a token contains its claims, and shows none of them', () => {
  expect(tokens.open('page', token)).toEqual(['ada', '7', '']);
  // Too long to appear by chance.
  const sealed = tokens.seal('page', ['ada@example.com']);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('ada@example.com');
  expect(tokens.seal('page', ['ada', 7, ''])).not.toBe(token);
});

it('a token that an earlier version sealed can be opened', () => {
  const earlier = 'ghuU7OBEtworZIlZFFwiLY2XgFpnX25WcYpM7lZqZTcg1g';
  expect(tokens.open('page', earlier)).toEqual(['ada', '7', '']);
});

it('the longest address fits into a token', () => {
  const claims = ['a'.repeat(36), 'b'.repeat(36), String(Date.now()), 'c'.repeat(254)];
  expect(tokens.open('page', tokens.seal('page', claims))).toEqual(claims);
});

it.each([
  ['for something else', () => tokens.open('another page', token)],
  ['of another purpose', () => new SealedTokens(secret, 'other links').open('page', token)],
  ['of another instance', () => new SealedTokens(`${secret}!`, 'test links').open('page', token)],
  ['that is shortened', () => tokens.open('page', token.slice(0, -4))],
  ['with more behind it', () => tokens.open('page', `${token}AAAA`)],
  ['that is empty', () => tokens.open('page', '')],
  ['with a space', () => tokens.open('page', ` ${token}`)],
  ['of a megabyte', () => tokens.open('page', 'A'.repeat(1_000_000))],
])('a token %s has no claims', (_what, open) => {
  expect(open()).toEqual([]);
});
