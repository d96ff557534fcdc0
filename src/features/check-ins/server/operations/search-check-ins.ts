import { inOneTrip } from '#platform/http/bind.ts';
import { limits } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { decideCursor, pageOf } from '#platform/http/paging.ts';
import { searchTerms } from '../../search-rules.ts';
import { refuseReading } from './read-check-ins.ts';
import { existingKinds, searchedPage, tagCounts } from '../search-store.ts';

type All = typeof operations;

/** A page of the viewer's matching entries, newest first. The first page includes the total count (R-B3). */
export const searchCheckIns = inOneTrip<All['GET /api/check_ins/search']>(
  async ({ tx, input: { query } }) => {
    const before = decideCursor(query.before);
    if (before === 'invalid') return refuseReading('cursor');
    const { limit, from = null, to = null, emoji = null, kind = null } = query;
    const criteria = {
      before,
      from,
      to,
      limit: limit + 1,
      terms: searchTerms(query),
      emoji,
      kind,
      withFiles: query.files !== undefined,
      shared: query.shared !== undefined,
    };
    const found = await searchedPage(tx, criteria, before ? 0 : limits.counted + 1);
    const count = before ? null : (found[0]?.counted ?? 0);
    return {
      ...pageOf(
        found.map(({ counted: _counted, ...row }) => row),
        limit,
        'created_at',
      ),
      count,
    };
  },
);

export const listTags = inOneTrip<All['GET /api/check_ins/tags']>(async ({ tx }) => {
  const [rows, kinds] = await Promise.all([tagCounts(tx, limits.tags), existingKinds(tx)]);
  return { rows, ...kinds };
});
