// The links in the weekly email and the reminders. Their tokens are sealed: only this instance can make one or read it, and
// each is for one purpose. Nothing about them is stored.
import { dayMs } from '#platform/clock/durations.ts';
import { openBytes, sealBytes } from '#platform/secrets/seal.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { answerPath, kinds, limits, quietPath } from '../../constants.ts';
import type { Kind } from '../../contract.ts';

/** A weekly email. `askedAt` in milliseconds. */
export type Question = { userId: string; address: string; mailId: string; askedAt: number };
export type Quieted = { userId: string; kind: Kind };

/** More than a token with an address of 254 characters has. */
const maxToken = 600;

export class ReminderLinks {
  readonly #appUrl: string;
  readonly #key: Buffer;

  constructor(appUrl: string, appSecret: string) {
    this.#appUrl = appUrl;
    this.#key = deriveKey(appSecret, 'reminder links');
  }

  /** Works for `limits.answerDays`, and adds entries of the user. */
  answerLink({ userId, address, mailId, askedAt }: Question): string {
    return this.#link(answerPath, [userId, mailId, String(askedAt), address]);
  }

  /** Undefined for one that is not of this instance, or too old. Whether the address is still the user's must be checked. */
  openAnswer(token: string, now: number = Date.now()): Question | undefined {
    const [userId, mailId, at, address] = this.#open(answerPath, token);
    if (!userId || !mailId || !at || !address) return undefined;
    const askedAt = Number(at);
    return now < askedAt + limits.answerDays * dayMs ? { userId, address, mailId, askedAt } : undefined;
  }

  /** Works as long as there is the account. */
  quietLink({ userId, kind }: Quieted): string {
    return this.#link(quietPath, [userId, kind]);
  }

  openQuiet(token: string): Quieted | undefined {
    const [userId, named] = this.#open(quietPath, token);
    const kind = kinds.find((one) => one === named);
    return userId && kind ? { userId, kind } : undefined;
  }

  #link(path: string, claims: string[]): string {
    const token = sealBytes(this.#key, path, Buffer.from(claims.join(' '))).toString('base64url');
    return `${this.#appUrl}${path}?token=${token}`;
  }

  #open(path: string, token: string): string[] {
    if (token.length > maxToken || !/^[\w-]+$/.test(token)) return [];
    try {
      return openBytes(this.#key, path, Buffer.from(token, 'base64url')).toString('utf8').split(' ');
    } catch {
      // Shortened, changed, or sealed with another secret.
      return [];
    }
  }
}
