// The two codes of a sign-in (RFC 8628): a long one for the program, and a short one for the user. Neither is stored.
import { createHmac, randomInt } from 'node:crypto';
import { openBytes, sealBytes } from '#platform/secrets/seal.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { limits } from '../../constants.ts';
import { codeLetters } from '../../rules.ts';

export function newCode(): string {
  return Array.from({ length: limits.code }, () => codeLetters[randomInt(codeLetters.length)]).join('');
}

export class LoginSecrets {
  readonly #codeKey: Buffer;
  readonly #tokenKey: Buffer;

  constructor(appSecret: string) {
    this.#codeKey = deriveKey(appSecret, 'command line codes');
    this.#tokenKey = deriveKey(appSecret, 'command line tokens');
  }

  /** With a key, because the code is short enough to be found by trying all. */
  hashCode(code: string): Buffer {
    return createHmac('sha256', this.#codeKey).update(code).digest();
  }

  sealToken(loginId: string, token: string): Buffer {
    return sealBytes(this.#tokenKey, loginId, Buffer.from(token));
  }

  openToken(loginId: string, sealed: Buffer): string {
    return openBytes(this.#tokenKey, loginId, sealed).toString();
  }
}
