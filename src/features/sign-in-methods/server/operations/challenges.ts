// Challenges for passkeys. A challenge contains, sealed, what it is for and when it ends, so an anonymous caller who asks
// for one stores nothing. When it is answered, the hash of it is stored, so that it works once.
import { randomBytes } from 'node:crypto';
import { hashToken } from '#platform/secrets/secrets.ts';
import { SealedTokens } from '#platform/secrets/sealed-token.ts';
import { limits } from '../../constants.ts';
import type { Purpose } from '../../contract.ts';
import type { Spent } from '../store.ts';

/** `subject`: the session that asks, for what only a session may do. */
type For = { purpose: Purpose | 'add'; subject?: string };

const contextOf = ({ purpose, subject = '' }: For) => `${purpose} ${subject}`;

export class Challenges {
  readonly #tokens: SealedTokens;

  constructor(appSecret: string) {
    this.#tokens = new SealedTokens(appSecret, 'passkey challenges');
  }

  make(what: For, now: number): string {
    const endsAt = now + limits.challengeMinutes * 60_000;
    return this.#tokens.seal(contextOf(what), [endsAt, randomBytes(16).toString('base64url')]);
  }

  /** Undefined for a challenge that has expired, was made for something else, or by another instance. */
  read(what: For, challenge: string, now: number): Spent | undefined {
    const endsAt = Number(this.#tokens.open(contextOf(what), challenge)[0]);
    return endsAt > now ? { hash: hashToken(challenge), endsAt: new Date(endsAt) } : undefined;
  }
}
