// Merges changes into the pages of a list, so that they need no refetch. Pure.
import type { InfiniteData } from '@tanstack/react-query';
import type { Shoutout } from '../contract.ts';
import type { ShoutoutPage } from './shoutout-queries.ts';

export type ShoutoutPages = InfiniteData<ShoutoutPage>;

/** Whether one of these ids is on a page after the first. */
export function isOnLaterPage({ pages }: ShoutoutPages, ids: ReadonlySet<string>): boolean {
  return pages.slice(1).some(({ rows }) => rows.some(({ id }) => ids.has(id)));
}

/**
 * The pages with a new first page. Rows that it pushed out move to the second page, so that the length of the list, and
 * with it the scroll position, stays. Undefined if shoutouts may be missing between the two.
 */
export function withFirstPage(data: ShoutoutPages, newest: ShoutoutPage): ShoutoutPages | undefined {
  const [first, second, ...others] = data.pages;
  if (!first || !second) return { pages: [newest], pageParams: [undefined] };
  const last = newest.rows.at(-1);
  const end = first.rows.findIndex(({ id }) => id === last?.id);
  if (end === -1) return undefined;
  const shown = new Set(newest.rows.map(({ id }) => id));
  const pushedOut = first.rows.slice(end + 1).filter(({ id }) => !shown.has(id));
  const rows = [...pushedOut, ...second.rows];
  return { ...data, pages: [newest, { ...second, rows }, ...others] };
}

/** The pages with a shoutout that this page just sent or changed: in its place, or at the top if it is the newest. */
export function withShoutout(data: ShoutoutPages, shoutout: Shoutout): ShoutoutPages {
  const isShown = data.pages.some(({ rows }) => rows.some(({ id }) => id === shoutout.id));
  const newest = data.pages[0]?.rows[0];
  const isNew = !isShown && (!newest || Date.parse(newest.created_at) <= Date.parse(shoutout.created_at));
  const pages = data.pages.map((page, index) => {
    const rows = page.rows.map((row) => (row.id === shoutout.id ? { ...row, ...shoutout } : row));
    return {
      ...page,
      rows: isNew && index === 0 ? [{ ...shoutout, sender_name: undefined }, ...rows] : rows,
    };
  });
  return { ...data, pages };
}
