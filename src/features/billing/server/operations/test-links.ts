// The links to the pages of test mode. Sealed, so that only this instance can make one, and bound to a user: like a
// payment provider's link, it opens only one page.
import { newId } from '#platform/clock/id.ts';
import { openBytes, sealBytes } from '#platform/secrets/seal.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { pageLimits, plans } from '../../constants.ts';
import type { Plan } from '../../contract.ts';
import type { PaymentPages } from './payment-pages.ts';

export const checkoutPath = '/billing/checkout';
export const portalPath = '/billing/portal';

const context = 'payment pages of test mode';
/** Longer than the token of any link. */
const maxToken = 300;

/** What a link opens. `id`: of the checkout, or of nothing. */
export type TestLink = { page: 'checkout' | 'portal'; userId: string; id: string; plan: Plan };

export class TestLinks {
  readonly #key: Buffer;

  constructor(appSecret: string) {
    this.#key = deriveKey(appSecret, context);
  }

  tokenFor({ page, userId, id, plan }: TestLink, now = Date.now()): string {
    const claims = [page, userId, id, plan, now + pageLimits.minutes * 60_000].join(' ');
    return sealBytes(this.#key, context, Buffer.from(claims)).toString('base64url');
  }

  /** What a token opens. Undefined: it is from somewhere else, changed, or expired. */
  open(token: unknown, page: TestLink['page'], now = Date.now()): TestLink | undefined {
    if (typeof token !== 'string' || token.length > maxToken) return undefined;
    try {
      const claims = openBytes(this.#key, context, Buffer.from(token, 'base64url')).toString('utf8');
      const [to, userId, id, planText, end] = claims.split(' ') as [string, string, string, string, string];
      const plan = plans.find((known) => known === planText);
      return to === page && plan && Number(end) > now ? { page, userId, id, plan } : undefined;
    } catch {
      return undefined;
    }
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
