// The link in every mail that stops all further ones of this instance (R-J3): the address, signed. It needs no session
// and does not end.
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

  /** Whether the signature is the one that a mail to this address carried. */
  isSigned(address: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    const right = this.#sign(address);
    return given.length === right.length && timingSafeEqual(given, right);
  }
}
