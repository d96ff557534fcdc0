import { expect, test } from 'vitest';
import { countUnreadSince } from './read-rules.ts';

const received = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z'];

test.each([
  [undefined, 0],
  ['2026-11-20T09:00:00.000Z', 3],
  ['2026-11-20T11:00:00.000Z', 1],
  ['2026-11-20T12:00:00.000Z', 0],
])('for a user who last looked at %s, %d shoutouts are unread (R-D1)', (since, unread) => {
  expect(countUnreadSince(received, since)).toBe(unread);
});
