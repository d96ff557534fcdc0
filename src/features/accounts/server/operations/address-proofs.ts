// A link in an email to someone who may not have an account, such as a shoutout, proves the address that it was sent
// to: signing up through it needs no second email (R-A3). Links are forwarded, so the token shows only the masked address.
// The address and its end are sealed (docs/decisions/0028), so nothing is stored. It works once, because it only opens a
// new account for the address.
import { openBytes, sealBytes } from '#platform/secrets/seal.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { maskedEmail } from '#platform/mail/address.ts';
import { limits } from '../../constants.ts';

const lifeSeconds = limits.proofDays * 24 * 3600;

export class AddressProofs {
  readonly #key: Buffer;

  constructor(appSecret: string) {
    this.#key = deriveKey(appSecret, 'sealed address proofs');
  }

  /** The token for a normalized address, valid for `seconds` from `now`, which is in milliseconds. */
  tokenFor(address: string, now: number, seconds = lifeSeconds): string {
    const masked = Buffer.from(maskedEmail(address)).toString('base64url');
    const end = Math.floor(now / 1000) + seconds;
    const sealed = sealBytes(this.#key, masked, Buffer.from(`${end} ${address}`));
    return `${masked}.${sealed.toString('base64url')}`;
  }

  /** The normalized address that the token was sent to, if it is valid at `now`, in milliseconds. */
  addressIn(token: string, now: number): string | undefined {
    const [masked = '', sealed = ''] = token.split('.');
    try {
      const claims = openBytes(this.#key, masked, Buffer.from(sealed, 'base64url')).toString('utf8');
      const [end = '', address = ''] = claims.split(' ');
      return Number(end) * 1000 > now ? address : undefined;
    } catch {
      // Shortened, changed, or sealed with another secret.
      return undefined;
    }
  }
}
