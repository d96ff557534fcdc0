// The link in all emails to a sign-up (R-K2): it confirms the sign-up and stops the tips. The database stores only the
// hash of its token. The token is computed, so that later tips contain the same link.
import { deriveKey, hashToken, successorOf } from '#platform/secrets/secrets.ts';
import { playbookPath } from '../../contract.ts';

export const tipsPath = `${playbookPath}/tips`;

export class TipsLinks {
  readonly #appUrl: string;
  readonly #key: Buffer;

  constructor(appUrl: string, appSecret: string) {
    this.#appUrl = appUrl;
    this.#key = deriveKey(appSecret, 'tips links');
  }

  /** `id`: of the sign-up. `stopLink`: its page asks whether to stop the tips. */
  linkFor(id: string): { link: string; stopLink: string; tokenHash: Buffer } {
    const token = successorOf(this.#key, id, 'tips');
    const link = `${this.#appUrl}${tipsPath}?token=${token}`;
    return { link, stopLink: `${link}&stop`, tokenHash: hashToken(token) };
  }
}
