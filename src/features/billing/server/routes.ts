import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bind, inOneTrip } from '#platform/http/bind.ts';
import { acceptForms } from '#platform/http/form-body.ts';
import type { SendStill } from '#platform/http/still-page.ts';
import { operations, refusals } from '../contract.ts';
import { subscriptionOf } from '../rules.ts';
import { refusalTexts } from '../texts.ts';
import { createCheckout, openPortal } from './operations/open-pages.ts';
import type { Sales } from './operations/sales.ts';
import { stripeWebhook, webhookLimit, webhookPath } from './operations/stripe-webhook.ts';
import { checkoutPath, portalPath } from './operations/test-links.ts';
import { formLimit, testPageHandlers } from './operations/test-pages.ts';
import { ownSubscriptions } from './store.ts';

type Parts = {
  pool: pg.Pool;
  sales: Sales;
  /** Sends a page without scripts. */
  sendStill: SendStill;
};

export async function billingRoutes(
  server: FastifyInstance,
  { pool, sales, sendStill }: Parts,
): Promise<void> {
  const { driver, api, pages, links } = sales;
  bind(server, pool, {
    tag: { name: 'Billing', description: 'The Team plan: its state, the checkout and the portal.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'POST /api/functions/v1/check-subscription': inOneTrip<
        (typeof operations)['POST /api/functions/v1/check-subscription']
      >(async ({ tx }) => subscriptionOf(driver, await ownSubscriptions(tx, driver), Date.now())),
      'POST /api/functions/v1/create-checkout': createCheckout(pages),
      'POST /api/functions/v1/customer-portal': openPortal(pages),
    },
  });
  if (driver === 'test') {
    const handlers = testPageHandlers({ pool, links, sendStill });
    await server.register(async (scope) => {
      acceptForms(scope, formLimit);
      scope.get(checkoutPath, handlers.showCheckout);
      scope.post(checkoutPath, handlers.subscribe);
      scope.get(portalPath, handlers.showPortal);
      scope.post(portalPath, handlers.change);
    });
  }
  if (api) {
    await server.register(async (scope) => {
      // The signature is over the bytes as they were sent.
      scope.removeContentTypeParser('application/json');
      scope.addContentTypeParser(
        'application/json',
        { parseAs: 'buffer', bodyLimit: webhookLimit },
        (_request, body, done) => done(null, body),
      );
      scope.post(webhookPath, stripeWebhook(api, pool));
    });
  }
}
