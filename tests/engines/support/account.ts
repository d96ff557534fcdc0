// Creates an account over HTTP, for flows that do not test signing up.
import { randomUUID } from 'node:crypto';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { Account } from '../../e2e/support/person.ts';

export function newAccount(): Account {
  const email = `ada-${randomUUID()}@example.com`;
  return { fullName: 'Ada Example', email, password: 'a good long passphrase' };
}

/** API calls of one account, outside its windows. */
export class AccountCalls {
  readonly account = newAccount();
  readonly #origin: string;
  #cookie = '';

  private constructor(origin: string) {
    this.#origin = origin;
  }

  /** Creates an account that has finished the tutorial. */
  static async create(origin: string): Promise<AccountCalls> {
    const calls = new AccountCalls(origin);
    const { fullName: full_name, email, password } = calls.account;
    const response = await calls.#call('POST', '/api/auth/sign-up', { full_name, email, password });
    calls.#cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    await calls.#call('PATCH', '/api/profiles', { is_new: false });
    return calls;
  }

  async addCheckIn(content: string): Promise<void> {
    await this.#call('POST', '/api/check_ins', { id: newId(), content });
  }

  /** The content of every entry on the timeline, newest first. */
  async contents(): Promise<string[]> {
    const response = await this.#call('GET', '/api/check_ins');
    const { rows } = (await response.json()) as { rows: CheckIn[] };
    return rows.map(({ content }) => content);
  }

  async #call(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(this.#origin + path, {
      method,
      headers: {
        origin: this.#origin,
        cookie: this.#cookie,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}
