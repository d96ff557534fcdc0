// The form of API tokens (R-N1): `lbk_`, 256 random bits in 43 base62 characters, and their CRC-32 in 6 more. Secret
// scanners find the prefix, and the checksum tells a token from a text that only looks like one, without a lookup.
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { hashToken } from './secrets.ts';

const prefix = 'lbk_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const [secretLength, checksumLength] = [43, 6];
const shape = new RegExp(`^${prefix}([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`);

export function newApiToken(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  return prefix + secret + checksumOf(secret);
}

/** Whether the text claims to be an API token: then nothing else is tried. */
export function claimsApiToken(text: string): boolean {
  return text.startsWith(prefix);
}

/** Whether the text has the form of an API token, including a correct checksum. */
export function isApiToken(text: string): boolean {
  const [, secret, checksum] = shape.exec(text) ?? [];
  return secret !== undefined && checksumOf(secret) === checksum;
}

/**
 * What the database looks up for a request with an API token: its hash, and the scope that the request needs. It is longer
 * than the hash of an access token, so neither passes for the other (`app.enter`). `via`: how the request came, if not from
 * the holder of the token itself.
 */
export function apiCredential(token: string, scope: string, via?: 'mcp'): Buffer {
  return Buffer.concat([hashToken(token), Buffer.from(via === undefined ? scope : `${scope} ${via}`)]);
}

const checksumOf = (secret: string) => base62(BigInt(crc32(secret)), checksumLength);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = alphabet[Number(rest % 62n)]! + text;
  return text.padStart(length, '0');
}
