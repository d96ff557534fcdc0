import { expect, it } from 'vitest';
import { apiCredential, claimsApiToken, isApiToken, newApiToken } from './api-token.ts';
import { hashToken, isToken, newToken } from './secrets.ts';

it('an API token has a prefix, 43 characters and a checksum of 6', () => {
  for (let i = 0; i < 200; i++) {
    const token = newApiToken();
    expect(token).toMatch(/^lbk_[0-9A-Za-z]{49}$/);
    expect(isApiToken(token)).toBe(true);
  }
});

it('the checksum is the CRC-32 of the 43 characters, in base62', () => {
  const secret = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg';
  // 2860937052 in base62.
  expect(isApiToken(`lbk_${secret}37cCQ0`)).toBe(true);
  expect(isApiToken(`lbk_${secret}37cCQ1`)).toBe(false);
});

it('a token with any changed, missing or added character is not one', () => {
  const token = newApiToken();
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'x' ? 'y' : 'x';
    expect(isApiToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
    expect(isApiToken(token.slice(0, at) + token.slice(at + 1))).toBe(false);
  }
  expect(isApiToken(`${token}0`)).toBe(false);
  expect(isApiToken(`${token}\n`)).toBe(false);
});

it('neither kind of token passes for the other', () => {
  expect(isToken(newApiToken())).toBe(false);
  expect(claimsApiToken(newToken())).toBe(false);
  const token = newApiToken();
  const credential = apiCredential(token, 'log:read');
  expect(credential.subarray(0, 32)).toEqual(hashToken(token));
  expect(credential.length).toBeGreaterThan(32);
});
