// The links of packets. The database stores only the hash of a link's token. The token is computed from the link's random
// seed, so its owner can copy it again, and no one can from the database alone.
import { deriveKey, hashToken, successorOf } from '#platform/secrets/secrets.ts';

export const packetPath = '/p';

export class PacketLinks {
  readonly #appUrl: string;
  readonly #key: Buffer;

  constructor(appUrl: string, appSecret: string) {
    this.#appUrl = appUrl;
    this.#key = deriveKey(appSecret, 'packet links');
  }

  linkFor({ packetId, seed }: { packetId: string; seed: string }): { url: string; tokenHash: Buffer } {
    const token = successorOf(this.#key, seed, packetId);
    return { url: `${this.#appUrl}${packetPath}/${token}`, tokenHash: hashToken(token) };
  }
}
