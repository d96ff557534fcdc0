// The links of vouches. The database stores only the hash of a link's token. The token is computed from the id of the
// email that contains it, which lets the worker rewrite the email when it is sent, with the same link.
import { deriveKey, hashToken, successorOf } from '#platform/secrets/secrets.ts';

export class VouchLinks {
  readonly #appUrl: string;
  readonly #key: Buffer;

  constructor(appUrl: string, appSecret: string) {
    this.#appUrl = appUrl;
    this.#key = deriveKey(appSecret, 'vouch links');
  }

  /** The link in the email with this id. */
  linkFor(mailId: string): { link: string; tokenHash: Buffer } {
    const token = successorOf(this.#key, mailId, 'vouch');
    return { link: `${this.#appUrl}/verify-vouch?token=${token}`, tokenHash: hashToken(token) };
  }
}
