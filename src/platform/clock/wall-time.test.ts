import { describe, expect, it } from 'vitest';
import { dayStarts, instantOf, localDay, wallTime } from './wall-time.ts';

const iso = (at: number) => new Date(at).toISOString();

describe('a wall-clock time', () => {
  it.each([
    ['2026-01-01T00:30:15Z', 'UTC', '2026-01-01T00:30:15.000Z'],
    ['2026-07-01T22:00:00Z', 'Europe/Vienna', '2026-07-02T00:00:00.000Z'],
    ['2026-01-01T00:00:00Z', 'America/New_York', '2025-12-31T19:00:00.000Z'],
    ['2026-12-31T18:14:59Z', 'Asia/Kathmandu', '2026-12-31T23:59:59.000Z'],
  ])('at %s in %s is %s', (at, timezone, wall) => {
    expect(iso(wallTime(Date.parse(at), timezone))).toBe(wall);
    expect(localDay(Date.parse(at), timezone)).toBe(wall.slice(0, 10));
  });

  it.each([
    ['2026-07-02T00:00:00Z', 'Europe/Vienna', '2026-07-01T22:00:00.000Z'],
    // In a gap: the end of it. Twice on a day: the first one.
    ['2026-03-29T02:30:00Z', 'Europe/Vienna', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30:00Z', 'Europe/Vienna', '2026-10-25T00:30:00.000Z'],
    ['2011-12-30T00:00:00Z', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s is the instant %s', (wall, timezone, at) => {
    expect(iso(instantOf(Date.parse(wall), timezone))).toBe(at);
  });
});

it('days begin at their local midnights, and the list ends with the day after them', () => {
  expect(dayStarts('2026-03-28', 2, 'Europe/Vienna').map(iso)).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
});

it('more time zones than are cached are still read correctly', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const at = Date.parse('2026-07-01T12:00:00Z');
  const read = () => zones.map((zone) => wallTime(at, zone));
  const first = read();
  // As many spellings again, which are separate entries of the cache.
  const again = zones.map((zone) => wallTime(at, zone.toLowerCase()));
  expect([again, read()]).toEqual([first, first]);
});
