// Bytes in the texts of W3C's Multibase and Multikey.
import type { Bytes } from '#platform/files/bytes.ts';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** In front of the 32 bytes of an Ed25519 key. */
const ed25519 = [0xed, 0x01];
/** Longer than a key and a signature: reading base58 takes the square of its length. */
const longest = 200;

/** The bytes of base58 after `z`. Undefined if it is something else. */
export function fromMultibase58(text: unknown): Bytes | undefined {
  if (typeof text !== 'string' || text.length > longest || !/^z[1-9A-HJ-NP-Za-km-z]+$/.test(text))
    return undefined;
  const digits = text.slice(1);
  let rest = 0n;
  for (const digit of digits) rest = rest * 58n + BigInt(alphabet.indexOf(digit));
  const bytes: number[] = [];
  for (; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 255n));
  const zeros = /^1*/.exec(digits)![0].length;
  return new Uint8Array([...Array.from({ length: zeros }, () => 0), ...bytes]);
}

/** The 32 bytes of an Ed25519 key as Multikey (`z6Mk…`). Undefined if it is something else. */
export function fromMultikey(text: unknown): Bytes | undefined {
  const bytes = fromMultibase58(text);
  return bytes?.length === 34 && ed25519.every((byte, at) => bytes[at] === byte) ? bytes.slice(2) : undefined;
}

export const sameBytes = (a: Bytes, b: Bytes): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
