// Applies events about subscriptions (R-H2): those of Stripe's webhook, and those that the pages of test mode cause.
import type { Tx } from '#platform/database/transaction.ts';
import { decideEvent, type StoredState } from '../../rules.ts';
import { lockSubscription, noteEvent, storeSubscription, type EventOf } from '../store.ts';

/**
 * `applied`, or `ignored`: a repeated event, or an older one. `unknown`: there is no such customer or user. `undecided`: the order is unknown, so
 * the subscription must be read from the provider, and applied with `isRead`.
 */
export type Outcome = 'applied' | 'ignored' | 'unknown' | 'undecided';

/** Applies an event in the caller's transaction. `isRead`: the state is newer than the event, because it was read. */
export async function applyEvent(
  tx: Tx,
  event: EventOf,
  { next, isRead }: { next: StoredState; isRead: boolean },
): Promise<Outcome> {
  const locked = await lockSubscription(tx, event);
  if (!locked) return 'unknown';
  if (locked.isApplied) return 'ignored';
  const decision = decideEvent(locked.stored, next);
  if (decision === 'read' && !isRead) return 'undecided';
  if (decision === 'ignore') {
    await noteEvent(tx, event.id);
    return 'ignored';
  }
  await storeSubscription(tx, event, locked.userId, next);
  return 'applied';
}
