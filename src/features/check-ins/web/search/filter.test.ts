import { describe, expect, it, test } from 'vitest';
import { isFiltering, readFilter, searchOf } from './filter.ts';

const whole = {
  q: 'report #ops',
  tag: 'finance',
  from: '2026-01-01',
  to: '2026-02-28',
  emoji: '🚀',
  kind: 'goal',
  files: '1',
  shared: '1',
};

describe('parsing the filter from a URL', () => {
  it('reads all parts', () => {
    expect(readFilter({ ...whole, tab: 'timeline' })).toEqual(whole);
    expect(isFiltering(readFilter(whole))).toBe(true);
  });

  it.each([
    ['nothing', {}],
    ['a blank query and tag', { q: '  ', tag: '' }],
    ['a query and tag above the length limit', { q: 'x'.repeat(201), tag: 'x'.repeat(51) }],
    ['days that do not exist', { from: '2026-02-30', to: 'yesterday' }],
    ['days in another format', { from: '2026-2-3', to: '0001-01-01' }],
    ['unknown emoji and kinds', { emoji: '🦄', kind: 'entry' }],
    ['flags that are not 1', { files: '0', shared: 'true' }],
    ['values of another type', { q: 7, tag: ['a'], from: null, files: 1 }],
  ])('drops %s', (_, raw) => {
    expect(readFilter(raw)).toEqual({});
    expect(isFiltering(readFilter(raw))).toBe(false);
  });
});

test("a day filter covers the whole day in the viewer's time zone, even on a DST change", () => {
  expect(searchOf({ from: '2026-03-29', to: '2026-03-29' }, 'Europe/Berlin')).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  });
  expect(searchOf({ q: 'a', to: '2026-12-31' }, 'Asia/Tokyo')).toEqual({
    q: 'a',
    to: '2026-12-31T15:00:00.000Z',
  });
});
