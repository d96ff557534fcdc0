import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { plans } from './constants.ts';
export type Plan = (typeof plans)[number];

/** Refusal codes of these operations, with their HTTP status. Their texts are in `texts.ts`. */
export const refusals = {
  /** The caller has a live subscription: the portal changes it. */
  already_subscribed: 409,
  /** There is nothing to manage: the caller never subscribed, or the plan is included. */
  not_subscribed: 409,
  /** The payment provider did not respond. */
  billing_unavailable: 503,
  too_many_tries: 429,
} as const;
export type RefusalCode = keyof typeof refusals;

/** What the user's plan is, as the last event of the payment provider said (R-H2). */
export const subscription = z.strictObject({
  subscribed: z.boolean(),
  /** `Team`, or null without a plan. */
  subscription_tier: z.nullable(z.string()),
  /** When the paid time ends or is renewed. Null: no plan, or one without an end. */
  subscription_end: z.nullable(z.iso.datetime()),
  /** Null: no plan, or it is included. */
  plan: z.nullable(z.enum(plans)),
  /** The subscription ends at `subscription_end` instead of being renewed. */
  ends: z.boolean(),
  /** Everyone on this instance has the plan, and nothing is sold (R-H1). */
  included: z.boolean(),
  /** Payments are simulated (R-H1). */
  test_mode: z.boolean(),
});
export type Subscription = z.infer<typeof subscription>;

const url = z.strictObject({
  /** A page of the payment provider, or of this server in test mode. */
  url: z.string(),
});

export const operations = {
  'POST /api/functions/v1/check-subscription': operation({
    summary: "The caller's plan, as the last event of the payment provider said",
    description: 'Read from this instance: the payment provider is not asked.',
    access: 'session',
    readsOnly: true,
    response: subscription,
  }),
  'POST /api/functions/v1/create-checkout': operation({
    summary: 'A page on which the caller can subscribe to a plan',
    description:
      'Open `url` in the browser of the user. The plan begins when the provider reports the payment, not with this response.',
    access: 'session',
    body: z.strictObject({ plan: z.enum(plans) }),
    response: url,
    refusals: ['already_subscribed', 'billing_unavailable', 'too_many_tries'],
  }),
  'POST /api/functions/v1/customer-portal': operation({
    summary: 'A page on which the caller can change or cancel the subscription',
    description: 'Open `url` in the browser of the user.',
    access: 'session',
    response: url,
    refusals: ['not_subscribed', 'billing_unavailable', 'too_many_tries'],
  }),
} as const;
