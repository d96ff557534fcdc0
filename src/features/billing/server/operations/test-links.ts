// The links to the pages of test mode. Sealed, so that only this instance can make one, and bound to a user: like a
// payment provider's link, it opens only one page.
import { newId } from '#platform/clock/id.ts';
import { SealedTokens } from '#platform/secrets/sealed-token.ts';
import { pageLimits, plans } from '../../constants.ts';
import type { Plan } from '../../contract.ts';
import type { PaymentPages } from './payment-pages.ts';

export const checkoutPath = '/billing/checkout';
export const portalPath = '/billing/portal';

const context = 'payment pages of test mode';

/** What a link opens. `id`: of the checkout, or of nothing. */
export type TestLink = { page: 'checkout' | 'portal'; userId: string; id: string; plan: Plan };

export class TestLinks {
  readonly #tokens: SealedTokens;

  constructor(appSecret: string) {
    this.#tokens = new SealedTokens(appSecret, context);
  }

  tokenFor({ page, userId, id, plan }: TestLink, now = Date.now()): string {
    return this.#tokens.seal(context, [page, userId, id, plan, now + pageLimits.minutes * 60_000]);
  }

  /** What a token opens. Undefined: it is from somewhere else, changed, or expired. */
  open(token: unknown, page: TestLink['page'], now = Date.now()): TestLink | undefined {
    if (typeof token !== 'string') return undefined;
    const [to, userId = '', id = '', planText, end] = this.#tokens.open(context, token);
    const plan = plans.find((known) => known === planText);
    return to === page && plan && Number(end) > now ? { page, userId, id, plan } : undefined;
  }
}

/** The driver of test mode. Ending subscriptions needs nothing: they are rows of the account. */
export function testPages(appUrl: string, links: TestLinks): PaymentPages {
  const urlOf = (path: string, link: TestLink) => `${appUrl}${path}?session=${links.tokenFor(link)}`;
  return {
    driver: 'test',
    checkout: async ({ userId }, plan) =>
      urlOf(checkoutPath, { page: 'checkout', userId, id: newId(), plan }),
    portal: async ({ userId }) => urlOf(portalPath, { page: 'portal', userId, id: '', plan: 'monthly' }),
    endAll: async () => undefined,
  };
}
