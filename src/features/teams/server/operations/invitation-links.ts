// The links of invitations. The database stores only the hash of a link's token. The token is computed, which lets the
// worker rewrite the email when it is sent, with the same link.
import { deriveKey, hashToken, successorOf } from '#platform/secrets/secrets.ts';
import type { InvitationType } from '../../contract.ts';

/** All of it is part of the token, so a token is not valid for another user's invitation or for another address. */
type About = { id: string; senderId: string; type: InvitationType; address: string };

export class InvitationLinks {
  readonly #appUrl: string;
  readonly #key: Buffer;

  constructor(appUrl: string, appSecret: string) {
    this.#appUrl = appUrl;
    this.#key = deriveKey(appSecret, 'invitation links');
  }

  linkFor({ id, senderId, type, address }: About): { link: string; tokenHash: Buffer } {
    const token = successorOf(this.#key, JSON.stringify([id, senderId, address]), type);
    return { link: `${this.#appUrl}/accept-invitation?token=${token}`, tokenHash: hashToken(token) };
  }
}
