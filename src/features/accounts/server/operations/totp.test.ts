import { Secret, TOTP, URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { base32, codeAt, otpauthUri, stepOf } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('a code of an authenticator app', () => {
  // RFC 6238, appendix B, for SHA-1: the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is that of the RFC at %d seconds', (seconds, code) => {
    expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code);
  });

  it('is that of another implementation', () => {
    const other = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
    for (let step = 59_000_000; step < 59_000_200; step++)
      expect(codeAt(secret, step)).toBe(other.generate({ timestamp: step * 30_000 }));
  });

  it('is accepted from the start of the step before to the end of the step after, to the millisecond', () => {
    const step = 59_000_000;
    const code = codeAt(secret, step);
    const [from, to] = [(step - 1) * 30_000, (step + 2) * 30_000];
    for (const now of [from, step * 30_000, (step + 1) * 30_000 - 1, to - 1])
      expect(stepOf(secret, code, now)).toBe(step);
    for (const now of [from - 1, to]) expect(stepOf(secret, code, now)).toBeUndefined();
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('is not "%s"', (code) => {
    expect(stepOf(secret, code, 59_000_000 * 30_000)).toBeUndefined();
  });
});

it('the address of a QR code says the same to another implementation', () => {
  const uri = otpauthUri(secret, 'Our: Log & "book"', 'ada+log@example.com');
  const read = URI.parse(uri) as TOTP;
  expect(read).toMatchObject({ issuer: 'Our: Log & "book"', algorithm: 'SHA1', digits: 6, period: 30 });
  expect(read.secret.base32).toBe(base32(secret));
  expect(uri).toContain('ada%2Blog%40example.com');
});
