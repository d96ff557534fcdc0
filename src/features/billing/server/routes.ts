import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { bind, inOneTrip, refuse } from '#platform/http/bind.ts';
import { operations, refusals } from '../contract.ts';
import { subscriptionOf } from '../rules.ts';
import { refusalTexts } from '../texts.ts';
import { ownSubscriptions } from './store.ts';

type Parts = { config: Config; pool: pg.Pool };

export function billingRoutes(server: FastifyInstance, { config, pool }: Parts): void {
  const { driver } = config.billing;
  bind(server, pool, {
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'POST /api/functions/v1/check-subscription': inOneTrip<
        (typeof operations)['POST /api/functions/v1/check-subscription']
      >(async ({ tx }) => subscriptionOf(driver, await ownSubscriptions(tx, driver), Date.now())),
      'POST /api/functions/v1/create-checkout': async () => refuse('billing_unavailable'),
      'POST /api/functions/v1/customer-portal': async () => refuse('billing_unavailable'),
    },
  });
}
