// The private addresses for email. The database stores only the hash of the token in an address. The token is computed from
// the address's random id, so its owner can see it again, and no one can from the database alone (R-N3).
import { createHmac } from 'node:crypto';
import type { Config } from '#platform/config/config.ts';
import { deriveKey, hashToken } from '#platform/secrets/secrets.ts';
import { localPart } from '../../constants.ts';

// Without letters and digits that look alike. Mail servers may change the case of an address.
const alphabet = 'abcdefghjkmnpqrstvwxyz0123456789';
const tokenBytes = 16;
const tokenLength = Math.ceil((tokenBytes * 8) / 5);
const shape = new RegExp(`^${localPart}\\+([${alphabet}]{${tokenLength}})$`);

export class MailAddresses {
  readonly #domain: string;
  readonly #key: Buffer;

  constructor({ domain }: NonNullable<Config['mailIn']>, appSecret: string) {
    this.#domain = domain;
    this.#key = deriveKey(appSecret, 'mail addresses');
  }

  addressFor(userId: string, id: string): { email: string; hash: Buffer } {
    const bits = createHmac('sha256', this.#key).update(`${userId} ${id}`).digest().subarray(0, tokenBytes);
    const token = base32(bits);
    return { email: `${localPart}+${token}@${this.#domain}`, hash: hashToken(token) };
  }

  /** The hash of the token in an address of this form. Undefined: no address of this instance. */
  hashIn(address: string): Buffer | undefined {
    if (address.length > 320) return undefined;
    const [local = '', domain = ''] = address.trim().toLowerCase().split('@', 2);
    const [, token] = shape.exec(local) ?? [];
    return token === undefined || domain !== this.#domain ? undefined : hashToken(token);
  }
}

function base32(bytes: Buffer): string {
  let text = '';
  let value = BigInt(`0x${bytes.toString('hex')}`);
  for (let at = 0; at < tokenLength; at++) {
    text = alphabet[Number(value & 31n)]! + text;
    value >>= 5n;
  }
  return text;
}
