// The checkout and portal pages of test mode (R-H1). What they do becomes an event like the payment provider's, and is
// applied in the same way.
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { transact, type Tx } from '#platform/database/transaction.ts';
import { privateHeaders, type SendStill, type StillPage } from '#platform/http/still-page.ts';
import { accessTokenHash } from '#platform/http/tokens.ts';
import { language } from '#platform/text/language.ts';
import { plans } from '../../constants.ts';
import { isLive, liveOne, rankOf, type SubscriptionState } from '../../rules.ts';
import { portalActions, startedState, stateAfter } from '../../simulation-rules.ts';
import { brokenPage, checkoutPage, portalPage, unavailablePage } from '../documents/test-pages.tsx';
import { lockSubscription, ownSubscriptions, storeSubscription } from '../store.ts';
import { returnPath } from './payment-pages.ts';
import { checkoutPath, portalPath, type TestLink, type TestLinks } from './test-links.ts';

/** Bytes of a form. */
export const formLimit = 4096;

type Parts = { pool: pg.Pool; links: TestLinks; sendStill: SendStill };
type Work = (tx: Tx, link: TestLink, token: string) => Promise<StillPage | { goTo: string }>;

/** The handlers of the pages: `show` for GET, and for the form `subscribe` or `change`. */
export function testPageHandlers({ pool, links, sendStill }: Parts) {
  const settings = returnPath();
  const path = { checkout: checkoutPath, portal: portalPath } as const;
  const hrefOf = (page: TestLink['page'], token: string) =>
    `${path[page]}?session=${encodeURIComponent(token)}`;

  /** Only the session of the user for whom the link was made opens it. */
  const withLink =
    (page: TestLink['page'], sent: (request: FastifyRequest) => unknown, work: Work) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(privateHeaders);
      const token = (sent(request) as { session?: unknown } | undefined)?.session;
      const link = links.open(token, page);
      if (!link || typeof token !== 'string') return sendStill(request, reply, brokenPage('link', settings));
      try {
        const result = await transact(
          pool,
          accessTokenHash(request),
          async (tx, viewer) =>
            viewer?.userId === link.userId ? work(tx, link, token) : brokenPage('account', settings),
          request.method === 'POST' ? 'write' : 'read',
        );
        if ('goTo' in result) return reply.redirect(result.goTo, 303);
        return sendStill(request, reply, result);
      } catch (error) {
        request.log.warn({ reason: (error as Error).message }, 'the payment page cannot be read');
        reply.header('retry-after', '60');
        return sendStill(request, reply, unavailablePage(hrefOf(page, token)));
      }
    };

  const inQuery = (request: FastifyRequest) => request.query;
  const inForm = (request: FastifyRequest) => request.body;
  const dayOf = (at: string) =>
    new Intl.DateTimeFormat(language.tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at));

  return {
    showCheckout: withLink('checkout', inQuery, async (_tx, { plan }, token) =>
      checkoutPage({ token, plan, cancel: returnPath('cancel') }),
    ),

    showPortal: withLink('portal', inQuery, async (tx, _link, token) => {
      const state = liveOne(await ownSubscriptions(tx, 'test'), Date.now());
      return portalPage({ token, state, end: state ? dayOf(state.subscription_end) : '', back: settings });
    }),

    subscribe: (request: FastifyRequest, reply: FastifyReply) =>
      withLink('checkout', inForm, async (tx, link) => {
        const chosen = (request.body as { plan?: unknown }).plan;
        const plan = plans.find((known) => known === chosen) ?? link.plan;
        // The id of the checkout, so that sending the form again changes nothing.
        const hasPlan = await change(
          tx,
          link.userId,
          `test_${link.id}`,
          `${link.id}:completed`,
          (now, stored, live) => (stored || live ? undefined : startedState(plan, now)),
        );
        return hasPlan ? { goTo: returnPath('success') } : brokenPage('used', settings);
      })(request, reply),

    change: (request: FastifyRequest, reply: FastifyReply) =>
      withLink('portal', inForm, async (tx, link, token) => {
        const asked = (request.body as { action?: unknown }).action;
        const action = portalActions.find((known) => known === asked);
        const live = liveOne(await ownSubscriptions(tx, 'test'), Date.now());
        if (action && live)
          await change(tx, link.userId, live.id, randomUUID(), (now, stored) =>
            stored ? stateAfter(stored, action, now) : undefined,
          );
        return { goTo: hrefOf('portal', token) };
      })(request, reply),
  };
}

/**
 * Applies what a page did, as an event that is newer than all others. `next` sees the state under the user's lock.
 * Returns whether the user has a live subscription then.
 */
async function change(
  tx: Tx,
  userId: string,
  subscription: string,
  eventId: string,
  next: (
    now: Date,
    stored: SubscriptionState | undefined,
    live: SubscriptionState | undefined,
  ) => SubscriptionState | undefined,
): Promise<boolean> {
  const event = { id: eventId, driver: 'test', subscription, customer: null, userId } as const;
  const locked = await lockSubscription(tx, event);
  if (!locked) return false;
  const { stored } = locked;
  const now = new Date(Math.max(Date.now(), stored ? Date.parse(stored.event_at) + 1 : 0));
  const live = liveOne(await ownSubscriptions(tx, 'test'), now.getTime());
  const state = locked.isApplied ? undefined : next(now, stored, live);
  if (!state) return live !== undefined;
  const kind = stored ? (state.status === 'canceled' ? 'deleted' : 'updated') : 'created';
  const time = { event_at: now.toISOString(), event_rank: rankOf(kind) };
  await storeSubscription(tx, event, userId, { ...state, ...time });
  return isLive(state, now.getTime());
}
