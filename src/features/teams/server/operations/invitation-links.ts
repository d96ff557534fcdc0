// The links of invitations. The database stores the hash of a link's token only. The token is computed, so that the worker
// can write the email anew when it is sent, with the same link.
import { deriveKey, hashToken, successorOf } from '#platform/secrets/secrets.ts';
import type { InvitationType } from '../../contract.ts';

/** All of it is part of the token: none is valid for an invitation of another user, or to another address. */
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
