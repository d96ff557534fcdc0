// Search in the guest's database: a full scan with the same matching rules as the server's search.
import { invalidInput, readGuest } from '#features/guest/web/guest-transaction.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import { limits } from '../../constants.ts';
import type { CheckIn, operations } from '../../contract.ts';
import { readingProblems } from '../../reading-rules.ts';
import { decideCursor, pageOf } from '#platform/http/paging.ts';
import { matcher } from '../../search-rules.ts';
import { countTags } from '../../tag-rules.ts';
import { timelineOf } from './guest-read.ts';

export const searchHandlers = {
  'GET /api/check_ins/search': async ({ query: { before, limit = limits.page, ...search } }) => {
    const cursor = decideCursor(before);
    if (cursor === 'invalid') throw invalidInput(readingProblems.cursor);
    const found = await entriesWith(matcher(search));
    const below = cursor ? found.filter((row) => isBelow(row, cursor)) : found;
    const page = pageOf(below, Number(limit), 'created_at');
    return { ...page, count: cursor ? null : Math.min(found.length, limits.counted + 1) };
  },
  'GET /api/check_ins/tags': async () => {
    const entries = await entriesWith(() => true);
    return {
      rows: countTags(entries.map(({ content }) => content)),
      goals: entries.some(({ kind }) => kind === 'goal'),
      shared: false,
    };
  },
} satisfies LocalHandlers<typeof operations>;

/** The timeline entries that match, newest first. */
async function entriesWith(matches: (entry: CheckIn) => boolean): Promise<CheckIn[]> {
  const found: CheckIn[] = [];
  await readGuest(async (tx) => {
    for await (const entry of timelineOf(tx)) if (matches(entry)) found.push(entry);
  });
  return found.toReversed();
}

function isBelow({ created_at, id }: CheckIn, cursor: { at: string; id: string }): boolean {
  return created_at < cursor.at || (created_at === cursor.at && id < cursor.id);
}
