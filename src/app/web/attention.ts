// At most one component asks for the user's attention at a time (R-I4). Each claims it while it wants to show. The
// first claim in this order wins, and the others wait.
import { useLayoutEffect } from 'react';
import { createStore, useStore } from '#ui/store.ts';

const order = ['import', 'tutorial', 'prompt', 'verification', 'plan', 'install'] as const;
type Claim = (typeof order)[number];

/** How many components make each claim. */
const claims = createStore<Partial<Record<Claim, number>>>({});

const countOf = (claim: Claim) => claims.get()[claim] ?? 0;

/** The claim that has the attention. */
export const attention = () => order.find((claim) => countOf(claim) > 0);

/** Whether this claim has the attention. It is registered while `wants` is true. */
export function useAttention(claim: Claim, wants: boolean): boolean {
  useLayoutEffect(() => {
    if (!wants) return undefined;
    claims.set({ [claim]: countOf(claim) + 1 });
    return () => claims.set({ [claim]: countOf(claim) - 1 });
  }, [claim, wants]);
  return useStore(
    claims,
    () => wants && attention() === claim,
    () => wants,
  );
}
