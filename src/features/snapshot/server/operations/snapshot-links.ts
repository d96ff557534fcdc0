// The link in the email to a manager that a check-in is shared with (R-G1). Its token is sealed: only this instance can
// make one or read it, so a forwarded link reveals neither the entry's id nor the manager's address. Nothing is stored;
// the entry itself says whether it is still shared (docs/decisions/0028).
import { dayMs } from '#platform/clock/durations.ts';
import { SealedTokens } from '#platform/secrets/sealed-token.ts';
import { limits } from '../../constants.ts';

export const snapshotPath = '/manager-snapshot';

export type SharedEntry = {
  checkInId: string;
  /** The normalized address that the entry was shared with. */
  managerEmail: string;
};

const context = 'manager snapshot';

export class SnapshotLinks {
  readonly #appUrl: string;
  readonly #tokens: SealedTokens;

  constructor(appUrl: string, appSecret: string) {
    this.#appUrl = appUrl;
    this.#tokens = new SealedTokens(appSecret, 'snapshot links');
  }

  /** The URL of the entry's snapshot page, valid for `limits.linkDays` from `at`. */
  linkFor({ checkInId, managerEmail, at }: SharedEntry & { at: Date }): string {
    const token = this.#tokens.seal(context, [checkInId, at.getTime(), managerEmail]);
    return `${this.#appUrl}${snapshotPath}?s=${token}`;
  }

  /**
   * What a token was made for. Undefined if it is not from this instance, or older than `limits.linkDays`. Whether the entry is
   * still shared with that address must be checked in the database.
   */
  verify(token: string, now: Date = new Date()): (SharedEntry & { expiresAt: Date }) | undefined {
    const [checkInId, at, managerEmail] = this.#tokens.open(context, token);
    if (!checkInId || !at || !managerEmail) return undefined;
    const expiresAt = new Date(Number(at) + limits.linkDays * dayMs);
    return now < expiresAt ? { checkInId, managerEmail, expiresAt } : undefined;
  }
}
