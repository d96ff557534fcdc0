import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideEvent, isLive, liveOne, rankOf, statuses, subscriptionOf, type StoredState } from './rules.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 1, 0, 0, second)).toISOString();
const state = (kind: 'created' | 'updated' | 'deleted', second: number, end: number): StoredState => ({
  status: kind === 'deleted' ? 'canceled' : 'active',
  plan: 'monthly',
  subscription_end: at(end),
  ends: false,
  event_at: at(second),
  event_rank: rankOf(kind),
});

type Event = { id: number; state: StoredState };

/** Applies events as the server does. Reading the subscription returns its state after all events. */
function apply(events: readonly Event[], truth: StoredState): StoredState | undefined {
  let stored: StoredState | undefined;
  const applied = new Set<number>();
  for (const event of events) {
    if (applied.has(event.id)) continue;
    applied.add(event.id);
    const decision = decideEvent(stored, event.state);
    const { event_at, event_rank } = event.state;
    if (decision === 'store') stored = event.state;
    if (decision === 'read') stored = { ...truth, event_at, event_rank };
  }
  return stored;
}

const ordersOf = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((first, index) => ordersOf(list.toSpliced(index, 1)).map((rest) => [first, ...rest]));

describe('the events of a subscription', () => {
  const life: Event[] = [
    state('created', 0, 10),
    // Within one second, as when a plan is switched.
    state('updated', 0, 20),
    state('updated', 5, 30),
    state('updated', 5, 40),
    state('deleted', 9, 40),
  ].map((each, id) => ({ id, state: each }));

  it('lead to the same state in all 120 orders, with and without the deletion, once or twice each', () => {
    for (const events of [life, life.slice(0, 4)]) {
      const truth = events.at(-1)!.state;
      const orders = ordersOf(events);
      expect(orders).toHaveLength(events.length === 5 ? 120 : 24);
      for (const order of orders) {
        expect(apply(order, truth)).toEqual(truth);
        expect(apply([...order, ...order.toReversed()], truth)).toEqual(truth);
        expect(
          apply(
            order.flatMap((event) => [event, event]),
            truth,
          ),
        ).toEqual(truth);
      }
    }
  });

  it('lead to the same state in any order, with any repetitions', () => {
    const kinds = fc.constantFrom('created', 'updated', 'deleted');
    const history = fc
      .array(fc.tuple(kinds, fc.nat({ max: 6 }), fc.nat({ max: 99 })), { minLength: 1, maxLength: 12 })
      .map((list) => list.map(([kind, second, end]) => state(kind, second, end)))
      .map((list) =>
        list
          .toSorted((a, b) => Date.parse(a.event_at) - Date.parse(b.event_at) || a.event_rank - b.event_rank)
          .map((each, id) => ({ id, state: each })),
      );
    const deliveries = history.chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
      ),
    );
    fc.assert(
      fc.property(deliveries, ([events, delivered]) => {
        const truth = events.at(-1)!.state;
        expect(apply(delivered, truth)).toEqual(truth);
      }),
    );
  });
});

describe('a subscription', () => {
  const now = Date.parse(at(30));
  const live = { status: 'active', plan: 'yearly', subscription_end: at(31), ends: false } as const;

  it('counts while it is active, on trial or late in paying, until the end of the paid time', () => {
    const counting = statuses.filter((status) => isLive({ ...live, status }, now));
    expect(counting).toEqual(['active', 'trialing', 'past_due']);
    expect(isLive({ ...live, subscription_end: at(30) }, now)).toBe(false);
  });

  it('that lasts longest counts, of several live ones', () => {
    const longer = { ...live, subscription_end: at(50) };
    const ended = { ...live, status: 'canceled', subscription_end: at(59) } as const;
    expect(liveOne([live, longer, ended], now)).toBe(longer);
    expect(liveOne([ended], now)).toBeUndefined();
  });

  it('is reported with its tier and end, and nothing of an ended one is', () => {
    expect(subscriptionOf('stripe', [live], now)).toEqual({
      subscribed: true,
      subscription_tier: 'Team',
      subscription_end: at(31),
      plan: 'yearly',
      ends: false,
      included: false,
      test_mode: false,
    });
    expect(subscriptionOf('test', [], now)).toMatchObject({ subscribed: false, test_mode: true, plan: null });
    expect(subscriptionOf('included', [], now)).toMatchObject({ subscribed: true, included: true });
  });
});
