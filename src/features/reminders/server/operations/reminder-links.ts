// The links in the weekly email and the reminders, each for one purpose.
import { dayMs } from '#platform/clock/durations.ts';
import { SealedTokens } from '#platform/secrets/sealed-token.ts';
import { answerPath, kinds, limits, quietPath } from '../../constants.ts';
import type { Kind } from '../../contract.ts';

/** A weekly email. `askedAt` in milliseconds. */
export type Question = { userId: string; address: string; mailId: string; askedAt: number };
export type Quieted = { userId: string; kind: Kind };

export class ReminderLinks {
  readonly #appUrl: string;
  readonly #tokens: SealedTokens;

  constructor(appUrl: string, appSecret: string) {
    this.#appUrl = appUrl;
    this.#tokens = new SealedTokens(appSecret, 'reminder links');
  }

  /** Works for `limits.answerDays`, and adds entries of the user. */
  answerLink({ userId, address, mailId, askedAt }: Question): string {
    return this.#link(answerPath, [userId, mailId, askedAt, address]);
  }

  /** Undefined for one that is not of this instance, or too old. Whether the address is still the user's must be checked. */
  openAnswer(token: string, now: number = Date.now()): Question | undefined {
    const [userId, mailId, at, address] = this.#tokens.open(answerPath, token);
    if (!userId || !mailId || !at || !address) return undefined;
    const askedAt = Number(at);
    return now < askedAt + limits.answerDays * dayMs ? { userId, address, mailId, askedAt } : undefined;
  }

  /** Works as long as there is the account. */
  quietLink({ userId, kind }: Quieted): string {
    return this.#link(quietPath, [userId, kind]);
  }

  openQuiet(token: string): Quieted | undefined {
    const [userId, named] = this.#tokens.open(quietPath, token);
    const kind = kinds.find((one) => one === named);
    return userId && kind ? { userId, kind } : undefined;
  }

  #link(path: string, claims: readonly (string | number)[]): string {
    return `${this.#appUrl}${path}?token=${this.#tokens.seal(path, claims)}`;
  }
}
