// At most one component asks for the user's attention at a time (R-I4). Each claims it while it wants to show. The
// first claim in this order wins, and the others wait.
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

/** The claim that has the attention. */
export const attention = () => order.find((claim) => (claims.get(claim) ?? 0) > 0);

/** Whether this claim has the attention. It is registered while `wants` is true. */
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
