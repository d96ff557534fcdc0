import { describe, expect, it } from 'vitest';
import { RecentEvents } from './recent-events.ts';

const event = (id: string, owner = 'ada') => ({ kind: 'goals', owner, id });
const ids = (recent: RecentEvents, position: bigint) => recent.since('ada', position)?.map(({ id }) => id);

describe('recent events', () => {
  it('are those of the owner from the position on', () => {
    const recent = new RecentEvents();
    recent.start(10n);
    recent.add(event('a'), 10n);
    recent.add(event('b', 'bo'), 11n);
    recent.add(event('c'), 12n);
    expect(ids(recent, 10n)).toEqual(['a', 'c']);
    expect(ids(recent, 12n)).toEqual(['c']);
    expect(ids(recent, 13n)).toEqual([]);
  });

  it('include a transaction that commits after a later one', () => {
    const recent = new RecentEvents();
    recent.start(10n);
    recent.add(event('later'), 12n);
    recent.add(event('earlier'), 11n);
    expect(ids(recent, 11n)).toEqual(['later', 'earlier']);
  });

  it('are unknown before the floor, before a start and after a stop', () => {
    const recent = new RecentEvents();
    expect(ids(recent, 10n)).toBeUndefined();
    recent.start(10n);
    expect(ids(recent, 9n)).toBeUndefined();
    recent.stop();
    recent.add(event('missed'), 11n);
    expect(ids(recent, 20n)).toBeUndefined();
    recent.start(30n);
    expect(ids(recent, 20n)).toBeUndefined();
    expect(ids(recent, 30n)).toEqual([]);
  });

  it('are forgotten after a minute, and positions up to them are unknown', () => {
    const recent = new RecentEvents();
    recent.start(10n);
    recent.add(event('a'), 10n, 0);
    recent.add(event('b'), 11n, 60_000);
    expect(ids(recent, 10n)).toEqual(['a', 'b']);
    recent.add(event('c'), 12n, 60_001);
    expect(ids(recent, 10n)).toBeUndefined();
    expect(ids(recent, 11n)).toEqual(['b', 'c']);
  });

  it('are at most 10,000', () => {
    const recent = new RecentEvents();
    recent.start(0n);
    for (let n = 0n; n < 10_001n; n++) recent.add(event('x'), n, 0);
    expect(ids(recent, 0n)).toBeUndefined();
    expect(ids(recent, 1n)).toHaveLength(10_000);
  });

  it('are those of the last milliseconds, if all of these are known', () => {
    const recent = new RecentEvents();
    const idsOfLast = (ageMs: number, now: number) => recent.ofLast('ada', ageMs, now)?.map(({ id }) => id);
    expect(idsOfLast(5, 10)).toBeUndefined();
    recent.start(10n, 1000);
    recent.add(event('a'), 10n, 2000);
    recent.add(event('b', 'bo'), 11n, 2500);
    recent.add(event('c'), 12n, 3000);
    expect(idsOfLast(1500, 4000)).toEqual(['c']);
    expect(idsOfLast(2000, 4000)).toEqual(['a', 'c']);
    expect(idsOfLast(3000, 4000)).toBeUndefined();
    recent.add(event('d'), 13n, 62_500);
    expect(idsOfLast(60_000, 62_500)).toEqual(['c', 'd']);
    expect(idsOfLast(60_500, 62_500)).toBeUndefined();
    recent.stop();
    expect(idsOfLast(1, 62_500)).toBeUndefined();
  });
});
