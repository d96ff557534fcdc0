// The unsubscribe link in every email (R-J3): the address and its signature. It stops all emails of this instance,
// needs no session and never expires.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../secrets/secrets.ts';

export const stopPath = '/mail/stop';

export class StopLinks {
  readonly #appUrl: string;
  readonly #key: Buffer;

  constructor(appUrl: string, appSecret: string) {
    this.#appUrl = appUrl;
    this.#key = deriveKey(appSecret, 'mail stop link');
  }

  #sign(address: string): Buffer {
    return createHmac('sha256', this.#key).update(address).digest();
  }

  linkFor(address: string): string {
    const query = new URLSearchParams({ to: address, sign: this.#sign(address).toString('base64url') });
    return `${this.#appUrl}${stopPath}?${query.toString()}`;
  }

  /** Whether this is the signature of the unsubscribe link for this address. */
  isSigned(address: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#sign(address);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
