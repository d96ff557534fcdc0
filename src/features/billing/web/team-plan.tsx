import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { hasCode } from '#platform/http/client.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { plans, prices } from '../constants.ts';
import type { Plan, Subscription } from '../contract.ts';
import { planTexts as texts } from '../texts.ts';
import { openCheckoutWindow, openPortalTab, pageUrl } from './payment-windows.ts';
import { call, subscriptionQuery, useSubscription } from './subscription.ts';
import { useCheckoutReturn } from './use-checkout-return.ts';

const about = 'subscription';

type Props = {
  userId: string;
  /** Removes the outcome of a checkout from the URL. */
  onReturned: () => void;
};

/** The user's plan: what it is, and how to change it. */
export function TeamPlan({ userId, onReturned }: Props) {
  useCheckoutReturn(userId, onReturned);
  const { subscription, isSubscribed, isFailed } = useSubscription({ userId });
  if (!subscription && !isFailed) {
    return (
      <div role="status" aria-label={texts.loading} className="grid gap-2">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-4.5 w-64 max-w-full" />
      </div>
    );
  }
  const isTest = subscription?.test_mode === true;
  return (
    <div className="grid justify-items-start gap-4">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Badge tone={isSubscribed ? 'primary' : 'plain'} dashed={!isSubscribed}>
            {isSubscribed ? texts.active : texts.notSubscribed}
          </Badge>
          {isSubscribed && <Badge tone="sky">{texts.tier}</Badge>}
        </p>
        {isSubscribed && subscription && <End {...subscription} />}
        {isFailed && (
          <p role="alert" className="text-meta text-danger">
            {texts.checkFailed}
          </p>
        )}
        {!isSubscribed && !isFailed && <p className="text-ui text-ink-2">{texts.offer}</p>}
        {isTest && <p className="text-meta text-ochre">{texts.testMode}</p>}
      </div>
      {isSubscribed ? (
        <div className="flex flex-wrap gap-2">
          {subscription?.included === false && <Manage isTest={isTest} />}
          <Refresh userId={userId} />
        </div>
      ) : (
        <Offer isTest={isTest}>
          <Refresh userId={userId} />
        </Offer>
      )}
    </div>
  );
}

/** Until when: `Nov 02, 2026` in the user's time zone, a format that the specification defines. */
function End({ included, subscription_end: end, ends }: Subscription) {
  if (included) return <p className="text-ui text-ink-2">{texts.included}</p>;
  if (end === null) return null;
  const day = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: '2-digit',
    year: 'numeric',
    timeZone: readerTimeZone(),
  }).format(new Date(end));
  return <p className="text-ui text-ink-2">{ends ? texts.ends(day) : texts.renews(day)}</p>;
}

/** The choice of a plan, and the way to its checkout. The children are next to its button. */
function Offer({ isTest, children }: { isTest: boolean; children: ReactNode }) {
  const [plan, setPlan] = useState<Plan>('yearly');
  const queries = useQueryClient();
  const checkout = useMutation({
    async mutationFn() {
      const page = openCheckoutWindow(texts.opening);
      try {
        const { url } = await call('POST /api/functions/v1/create-checkout', { body: { plan } });
        page.goTo(pageUrl(url, isTest));
      } catch (error) {
        page.close();
        throw error;
      }
    },
    onError(error) {
      // Subscribed in another window, whose event has not arrived.
      if (hasCode(error, 'already_subscribed'))
        void queries.invalidateQueries({ queryKey: ['subscription'] });
      showRefusal(error, about, { toast: describe(texts.checkoutFailed) });
    },
  });
  return (
    <form
      method="dialog"
      className="grid w-full justify-items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!checkout.isPending) checkout.mutate();
      }}
    >
      <fieldset className="grid w-full gap-2 md:grid-cols-2">
        <legend className="mb-2 text-button">{texts.choose}</legend>
        {plans.map((each) => (
          <Choice
            key={each}
            name="plan"
            checked={plan === each}
            onChoose={() => setPlan(each)}
            className={`grid content-start gap-0.5 px-3.5 py-2.5 ${plan === each ? '' : 'border-rule-strong bg-sheet'}`}
          >
            <span className="flex flex-wrap items-center justify-between gap-x-3 text-button">
              {texts.plans[each]}
              {each === 'yearly' && <Badge tone="primary">{texts.save}</Badge>}
            </span>
            <span className="text-ui text-ink-2">{texts.price[each](prices[each])}</span>
          </Choice>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={checkout.isPending}>
          {texts.subscribe}
        </Button>
        {children}
      </div>
    </form>
  );
}

function Manage({ isTest }: { isTest: boolean }) {
  const portal = useMutation({
    async mutationFn() {
      const page = openPortalTab();
      try {
        page.goTo(pageUrl((await call('POST /api/functions/v1/customer-portal', {})).url, isTest));
      } catch (error) {
        page.close();
        throw error;
      }
    },
    onError: (error) => void showRefusal(error, about, { toast: describe(texts.portalFailed) }),
  });
  return (
    <Button busy={portal.isPending} onClick={() => portal.mutate()}>
      {texts.manage}
    </Button>
  );
}

function Refresh({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const refresh = useMutation({
    mutationFn: () => queries.fetchQuery({ ...subscriptionQuery({ userId }), staleTime: 0 }),
    onSuccess: () => toast({ title: texts.refreshed, about }),
    onError: (error) => void showRefusal(error, about, { toast: describe(texts.checkFailed) }),
  });
  return (
    <Button busy={refresh.isPending} onClick={() => refresh.mutate()}>
      {texts.refresh}
    </Button>
  );
}

/** What failed, with the server's reason below it. */
const describe =
  (failed: string): ReturnType<typeof toastWithReason> =>
  (problem) => {
    const reason = toastWithReason('')(problem);
    return { title: failed, description: [reason.title, reason.description].filter(Boolean).join('. ') };
  };
