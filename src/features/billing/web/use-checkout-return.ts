import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { toast } from '#ui/toast.ts';
import { planTexts as texts } from '../texts.ts';
import { closePopUp, listenForOutcome, returnedOutcome, type Outcome } from './payment-windows.ts';
import { subscriptionQuery } from './subscription.ts';

/**
 * Handles the return from a checkout (R-H3): a popup closes itself, and the page that opened it, or this one, checks the plan
 * again and reports the outcome. `forget` removes the outcome from the URL.
 */
export function useCheckoutReturn(userId: string, forget: () => void): void {
  const queries = useQueryClient();
  const report = useEffectEvent((outcome: Outcome) => {
    void queries.invalidateQueries(subscriptionQuery({ userId }));
    toast({ ...(outcome === 'success' ? texts.paid : texts.canceled), about: 'checkout' });
  });
  const onReturn = useEffectEvent(() => {
    const outcome = returnedOutcome();
    if (outcome === undefined) return;
    const isClosing = closePopUp(outcome);
    // A browser may refuse to close the window. It then shows the settings.
    forget();
    if (!isClosing) report(outcome);
  });
  useEffect(() => {
    onReturn();
    return listenForOutcome((outcome) => report(outcome));
  }, []);
}
