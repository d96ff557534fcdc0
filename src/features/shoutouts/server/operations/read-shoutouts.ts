import { cursorProblem, decideCursor, pageOf } from '#platform/http/paging.ts';
import { inOneTrip, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { countUnreadSince } from '../../read-rules.ts';
import { newestReceived, shoutoutPage, unreadHorizon } from '../store.ts';

type All = typeof operations;

/** One page, newest first. */
export const listShoutouts = inOneTrip<All['GET /api/shoutouts']>(async ({ tx, input: { query } }) => {
  const before = decideCursor(query.before);
  if (before === 'invalid') return refuse('invalid_input', { detail: cursorProblem });
  const { direction = null, from = null, to = null, limit } = query;
  const found = await shoutoutPage(tx, { direction, before, from, to, limit: limit + 1 });
  return pageOf(found, limit, 'created_at');
});

export const countUnread = inOneTrip<All['GET /api/shoutouts/unread_count']>(
  async ({ tx, input: { query } }) => {
    const [asOf, newest] = await Promise.all([unreadHorizon(tx), newestReceived(tx)]);
    return { count: countUnreadSince(newest, query.since), newest, as_of: asOf };
  },
);
