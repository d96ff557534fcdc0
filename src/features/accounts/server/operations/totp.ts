// Codes of authenticator apps: RFC 6238 with SHA-1, 6 digits and 30 seconds, which is what all of them support.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { totp } from '../../attempt-constants.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The form in which apps take a secret. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]!)
    .join('');
}

/** What the QR code contains: apps show the issuer and the account beside the codes. */
export function otpauthUri(secret: Buffer, issuer: string, account: string): string {
  const [label, name] = [`${issuer}:${account}`, issuer].map(encodeURIComponent) as [string, string];
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${name}&algorithm=SHA1&digits=${totp.digits}&period=${totp.seconds}`;
}

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 0x0f) & 0x7f_ff_ff_ff;
  return String(number % 10 ** totp.digits).padStart(totp.digits, '0');
}

/**
 * The time step of a code, at most one away from now: clocks differ, and typing takes a while. Undefined: it is none of
 * these. All are compared, so the time reveals nothing.
 */
export function stepOf(secret: Buffer, code: string, now: number): number | undefined {
  const current = Math.floor(now / 1000 / totp.seconds);
  const given = Buffer.from(code);
  const matching = [current - 1, current, current + 1].filter((step) => {
    const expected = Buffer.from(codeAt(secret, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return matching.at(-1);
}
