// A link in an email to someone who may not have an account, such as a shoutout, proves the address that it was sent
// to: signing up through it needs no second email (R-A3). The token holds the address, its end and a signature, so
// nothing is stored. It works once, because it only opens a new account for the address.
import { signer, type Signer } from '#platform/files/signature.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';

const lifeSeconds = 14 * 24 * 3600;

export class AddressProofs {
  readonly #signer: Signer;

  constructor(appSecret: string) {
    this.#signer = signer([deriveKey(appSecret, 'address proofs')]);
  }

  /** The token for a normalized address, valid for `seconds` from `now`, which is in milliseconds. */
  tokenFor(address: string, now: number, seconds = lifeSeconds): string {
    const end = String(Math.floor(now / 1000) + seconds);
    return [Buffer.from(address).toString('base64url'), end, this.#signer.sign([address, end])].join('.');
  }

  /** Whether the token was sent to this normalized address, and is valid at `now`, in milliseconds. */
  proves(token: string, address: string, now: number): boolean {
    const [, end = '', ...signature] = token.split('.');
    return this.#signer.verify([address, end], signature.join('.')) && Number(end) * 1000 > now;
  }
}
