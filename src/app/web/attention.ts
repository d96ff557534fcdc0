// One thing at a time asks for the person's attention (R-I4). Each says whether it wants to; the first in the order that
// does has its turn, the others wait.
import { useLayoutEffect, useSyncExternalStore } from 'react';

const order = ['import', 'tutorial', 'prompt', 'verification'] as const;
type Claim = (typeof order)[number];

const claims = new Map<Claim, number>();
const listeners = new Set<() => void>();

function count(claim: Claim, by: 1 | -1): void {
  claims.set(claim, (claims.get(claim) ?? 0) + by);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whose turn it is now. */
export const attention = () => order.find((claim) => (claims.get(claim) ?? 0) > 0);

/** Whether it is this one's turn; it joins the line while `wants` holds. */
export function useAttention(claim: Claim, wants: boolean): boolean {
  useLayoutEffect(() => {
    if (!wants) return undefined;
    count(claim, 1);
    return () => count(claim, -1);
  }, [claim, wants]);
  return useSyncExternalStore(
    subscribe,
    () => wants && attention() === claim,
    () => wants,
  );
}
