// A user with an account, and the API calls that tests make on the user's behalf, outside the page.
import { randomUUID } from 'node:crypto';
import { expect, type APIResponse, type BrowserContext } from '@playwright/test';
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { PortalAction } from '#features/billing/simulation-rules.ts';
import type { Cadence, Goal } from '#features/goals/contract.ts';
import { newId } from '#platform/clock/id.ts';

export type Account = { fullName: string; email: string; password: string };

/** Details for a new account with an unused address. */
export function newAccount(fullName = 'Ada Example'): Account {
  return { fullName, email: `ada-${randomUUID()}@example.com`, password: 'a good long passphrase' };
}

/** A user with a browser context, whose cookies the API calls share. */
export class Person {
  readonly account: Account;
  readonly context: BrowserContext;
  readonly origin: string;

  constructor(context: BrowserContext, origin: string, account = newAccount()) {
    this.context = context;
    this.account = account;
    this.origin = origin;
  }

  /** Creates an account that has not seen the tutorial. */
  async signUpNew(): Promise<void> {
    const { fullName: full_name, email, password } = this.account;
    await this.post('/api/auth/sign-up', { full_name, email, password });
  }

  /** Creates an account that has finished the tutorial. */
  async signUp(): Promise<void> {
    await this.signUpNew();
    await this.patch('/api/profiles', { is_new: false });
  }

  async signIn(): Promise<void> {
    const { email, password } = this.account;
    await this.post('/api/auth/sign-in', { email, password });
  }

  async addCheckIn(
    content: string,
    more: { emoji?: string; created_at?: string; manager_email?: string } = {},
  ): Promise<CheckIn> {
    const response = await this.post('/api/check_ins', { id: newId(), content, ...more });
    return (await response.json()) as CheckIn;
  }

  async setGoal(text: string, period: { cadence?: Cadence; period_start?: string } = {}): Promise<Goal> {
    const response = await this.post('/api/goals', { id: newId(), text, ...period });
    return (await response.json()) as Goal;
  }

  /** Subscribes to the Team plan in test mode. */
  async subscribe(plan: 'monthly' | 'yearly' = 'monthly'): Promise<void> {
    const { url } = (await (await this.post('/api/functions/v1/create-checkout', { plan })).json()) as {
      url: string;
    };
    await this.sendForm(url, { plan });
  }

  /** Presses a button of the portal of test mode. */
  async actInPortal(action: PortalAction): Promise<void> {
    const { url } = (await (await this.post('/api/functions/v1/customer-portal', {})).json()) as {
      url: string;
    };
    await this.sendForm(url, { action });
  }

  /** Sends the form of a page of test mode. */
  private async sendForm(url: string, fields: Record<string, string>): Promise<void> {
    const { pathname, searchParams } = new URL(url);
    const response = await this.context.request.post(this.origin + pathname, {
      form: { session: searchParams.get('session')!, ...fields },
      headers: { origin: this.origin },
      maxRedirects: 0,
    });
    expect(response.status(), `POST ${pathname}: ${await response.text()}`).toBe(303);
  }

  async get(path: string): Promise<APIResponse> {
    const response = await this.context.request.get(this.origin + path);
    expect(response.status(), `GET ${path}: ${await response.text()}`).toBe(200);
    return response;
  }

  async post(path: string, data: object): Promise<APIResponse> {
    const response = await this.context.request.post(this.origin + path, {
      data,
      headers: { origin: this.origin },
    });
    expect(response.status(), `POST ${path}: ${await response.text()}`).toBe(200);
    return response;
  }

  async patch(path: string, data: object): Promise<void> {
    const response = await this.context.request.patch(this.origin + path, {
      data,
      headers: { origin: this.origin },
    });
    expect(response.status(), `PATCH ${path}: ${await response.text()}`).toBe(200);
  }

  async delete(path: string): Promise<void> {
    const response = await this.context.request.delete(this.origin + path, {
      headers: { origin: this.origin },
    });
    expect(response.status(), `DELETE ${path}: ${await response.text()}`).toBe(200);
  }
}
