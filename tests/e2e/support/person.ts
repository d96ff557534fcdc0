// Somebody with an account of their own, and the calls that tests make in their name beside the page.
import { randomUUID } from 'node:crypto';
import { expect, type APIResponse, type BrowserContext } from '@playwright/test';
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { Cadence, Goal } from '#features/goals/contract.ts';
import { newId } from '#platform/clock/id.ts';

export type Account = { fullName: string; email: string; password: string };

/** An account that nobody has. */
export function newAccount(fullName = 'Ada Example'): Account {
  return { fullName, email: `ada-${randomUUID()}@example.com`, password: 'a good long passphrase' };
}

/** The browser of one person; cookies and all. */
export class Person {
  readonly account: Account;
  readonly context: BrowserContext;
  readonly #origin: string;

  constructor(context: BrowserContext, origin: string, account = newAccount()) {
    this.context = context;
    this.account = account;
    this.#origin = origin;
  }

  /** An account on its first visit: the tutorial comes. */
  async signUpNew(): Promise<void> {
    const { fullName: full_name, email, password } = this.account;
    await this.post('/api/auth/sign-up', { full_name, email, password });
  }

  /** An account that is past the tutorial. */
  async signUp(): Promise<void> {
    await this.signUpNew();
    await this.patch('/api/profiles', { is_new: false });
  }

  async signIn(): Promise<void> {
    const { email, password } = this.account;
    await this.post('/api/auth/sign-in', { email, password });
  }

  async addCheckIn(content: string, more: { emoji?: string; created_at?: string } = {}): Promise<CheckIn> {
    const answer = await this.post('/api/check_ins', { id: newId(), content, ...more });
    return (await answer.json()) as CheckIn;
  }

  async setGoal(text: string, period: { cadence?: Cadence; period_start?: string } = {}): Promise<Goal> {
    const answer = await this.post('/api/goals', { id: newId(), text, ...period });
    return (await answer.json()) as Goal;
  }

  async get(path: string): Promise<APIResponse> {
    const answer = await this.context.request.get(this.#origin + path);
    expect(answer.status(), `GET ${path}: ${await answer.text()}`).toBe(200);
    return answer;
  }

  async post(path: string, data: object): Promise<APIResponse> {
    const answer = await this.context.request.post(this.#origin + path, {
      data,
      headers: { origin: this.#origin },
    });
    expect(answer.status(), `POST ${path}: ${await answer.text()}`).toBe(200);
    return answer;
  }

  async patch(path: string, data: object): Promise<void> {
    const answer = await this.context.request.patch(this.#origin + path, {
      data,
      headers: { origin: this.#origin },
    });
    expect(answer.status(), `PATCH ${path}: ${await answer.text()}`).toBe(200);
  }

  async delete(path: string): Promise<void> {
    const answer = await this.context.request.delete(this.#origin + path, {
      headers: { origin: this.#origin },
    });
    expect(answer.status(), `DELETE ${path}: ${await answer.text()}`).toBe(200);
  }
}
