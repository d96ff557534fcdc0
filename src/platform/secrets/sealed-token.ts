// Tokens of links that contain their claims, encrypted: only this instance can make one or read it, and nothing about them is
// stored (docs/decisions/0028).
import { openBytes, sealBytes } from './seal.ts';
import { deriveKey } from './secrets.ts';

/** More than a token with an address of 254 characters has. */
const maxToken = 600;

export class SealedTokens {
  readonly #key: Buffer;

  /** Each purpose has its own key. */
  constructor(appSecret: string, purpose: string) {
    this.#key = deriveKey(appSecret, purpose);
  }

  /** No claim may contain a space. `context`: what the token is for; opening needs the same one. */
  seal(context: string, claims: readonly (string | number)[]): string {
    return sealBytes(this.#key, context, Buffer.from(claims.join(' '))).toString('base64url');
  }

  /** The claims. None: the token is shortened, changed, for something else, or of another instance. */
  open(context: string, token: string): string[] {
    if (token.length > maxToken || !/^[\w-]+$/.test(token)) return [];
    try {
      return openBytes(this.#key, context, Buffer.from(token, 'base64url')).toString('utf8').split(' ');
    } catch {
      return [];
    }
  }
}
