// A link in an email to someone who may not have an account, such as a shoutout, proves the address that it was sent
// to: signing up through it needs no second email (R-A3). Links are forwarded, so the token shows only the masked address.
// The address and its end are sealed (docs/decisions/0028), so nothing is stored. It works once, because it only opens a
// new account for the address.
import { maskedEmail } from '#platform/mail/address.ts';
import { SealedTokens } from '#platform/secrets/sealed-token.ts';
import { limits } from '../../constants.ts';

const lifeSeconds = limits.proofDays * 24 * 3600;

export class AddressProofs {
  readonly #tokens: SealedTokens;

  constructor(appSecret: string) {
    this.#tokens = new SealedTokens(appSecret, 'sealed address proofs');
  }

  /** The token for a normalized address, valid for `seconds` from `now`, which is in milliseconds. */
  tokenFor(address: string, now: number, seconds = lifeSeconds): string {
    const masked = Buffer.from(maskedEmail(address)).toString('base64url');
    const end = Math.floor(now / 1000) + seconds;
    return `${masked}.${this.#tokens.seal(masked, [end, address])}`;
  }

  /** The normalized address that the token was sent to, if it is valid at `now`, in milliseconds. */
  addressIn(token: string, now: number): string | undefined {
    const [masked = '', sealed = ''] = token.split('.');
    const [end, address] = this.#tokens.open(masked, sealed);
    return Number(end) * 1000 > now ? address : undefined;
  }
}
