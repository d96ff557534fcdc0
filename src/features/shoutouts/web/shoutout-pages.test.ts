import { expect, it } from 'vitest';
import { isOnLaterPage, withFirstPage, withShoutout, type ShoutoutPages } from './shoutout-pages.ts';
import type { NamedShoutout } from './shoutout-queries.ts';

/** A shoutout whose id says when it was sent. */
const row = (minute: number, change: Partial<NamedShoutout> = {}): NamedShoutout => ({
  ...{ id: `${minute}`, direction: 'received', message: 'Thank you', sender_id: null, sender_name: 'Ada' },
  ...{ recipient_email: 'bo@example.com', check_in_id: null, excerpt: null, email: null },
  ...{ kept_check_in_id: null, created_at: new Date(minute * 60_000).toISOString(), ...change },
});
const page = (...minutes: number[]) => ({ rows: minutes.map((minute) => row(minute)), next: 'older' });
const pages = (...loaded: number[][]): ShoutoutPages => ({
  pages: loaded.map((minutes) => page(...minutes)),
  pageParams: loaded.map((_, index) => (index === 0 ? undefined : 'older')),
});
const idsOf = (data: ShoutoutPages | undefined) => data?.pages.map(({ rows }) => rows.map(({ id }) => +id));

it('a new first page keeps the other pages and moves the rows that it pushed out to the second one', () => {
  const loaded = pages([9, 8, 7], [6, 5, 4], [3, 2, 1]);
  expect(idsOf(withFirstPage(loaded, page(11, 10, 9)))).toEqual([
    [11, 10, 9],
    [8, 7, 6, 5, 4],
    [3, 2, 1],
  ]);
});

it('a row that moved to the top of the first page is shown once', () => {
  const moved = { rows: [row(10, { id: '7' }), row(9), row(8)], next: 'older' };
  expect(idsOf(withFirstPage(pages([9, 8, 7], [6]), moved))).toEqual([[7, 9, 8], [6]]);
});

it('a first page is not merged if shoutouts may be missing after it', () => {
  expect(withFirstPage(pages([9, 8, 7], [6, 5, 4]), page(30, 29, 28))).toBeUndefined();
});

it('a row is found only on later pages', () => {
  const loaded = pages([9], [8], [7]);
  expect(isOnLaterPage(loaded, new Set(['9', '10']))).toBe(false);
  expect(isOnLaterPage(loaded, new Set(['7']))).toBe(true);
});

it('a sent shoutout is added at the top, and a kept one changes in its place', () => {
  const loaded = pages([9, 8], [7]);
  expect(idsOf(withShoutout(loaded, row(10)))).toEqual([[10, 9, 8], [7]]);
  const kept = withShoutout(loaded, row(7, { kept_check_in_id: 'entry' }));
  expect(kept.pages[1]!.rows).toEqual([row(7, { kept_check_in_id: 'entry' })]);
});

it('a shoutout that belongs on a page that is not loaded is not added', () => {
  const loaded = pages([9, 8]);
  expect(withShoutout(loaded, row(1))).toEqual(loaded);
});
