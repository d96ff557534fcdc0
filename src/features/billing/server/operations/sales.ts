// The driver that sells the plan on this instance (R-H1), with what it needs.
import type { Config } from '#platform/config/config.ts';
import type { Driver } from '../store.ts';
import type { PaymentPages } from './payment-pages.ts';
import { stripeApi, type StripeApi } from './stripe-api.ts';
import { stripePages } from './stripe-pages.ts';
import { testPages, TestLinks } from './test-links.ts';

export type Sales = {
  driver: Driver;
  /** Undefined: nothing is sold. */
  pages: PaymentPages | undefined;
  /** Undefined without Stripe. */
  api: StripeApi | undefined;
  links: TestLinks;
};

export async function salesOf({ billing, appUrl }: Config, appSecret: string): Promise<Sales> {
  const links = new TestLinks(appSecret);
  const { driver } = billing;
  if (billing.driver === 'stripe') {
    const api = await stripeApi(billing, appUrl);
    return { driver, api, links, pages: stripePages(api, appUrl) };
  }
  return { driver, api: undefined, links, pages: driver === 'test' ? testPages(appUrl, links) : undefined };
}
