// How the inbox groups suggestions: fixed rules, which its menu names. The server's and the browser's are grouped alike.
import type { SuggestionSource } from './constants.ts';

export const groupings = ['day', 'project', 'source', 'none'] as const;
export type Grouping = (typeof groupings)[number];

type Grouped = { suggestion: { at: string; id: string; group: string | null; source: SuggestionSource } };
/** `key`: a day, a project, or a source; empty for those without. */
export type Group<Item> = { key: string; items: Item[] };

/** Newest date first; the same order for everyone. */
export function inOrder<Item extends Grouped>(items: readonly Item[]): Item[] {
  const time = new Map(items.map(({ suggestion: { at } }) => [at, Date.parse(at)]));
  return items.toSorted(({ suggestion: a }, { suggestion: b }) => {
    const later = time.get(b.at)! - time.get(a.at)!;
    return later || (a.id < b.id ? 1 : -1);
  });
}

/** Groups of ordered items. A group is where its newest item would be. `dayOf`: of an instant, in the reader's time zone. */
export function groupsOf<Item extends Grouped>(
  items: readonly Item[],
  by: Grouping,
  dayOf: (at: string) => string,
): Group<Item>[] {
  const keyOf = ({ suggestion: { at, group, source } }: Item) =>
    by === 'day' ? dayOf(at) : by === 'project' ? (group ?? '') : by === 'source' ? source : '';
  return [...Map.groupBy(items, keyOf)].map(([key, found]) => ({ key, items: found }));
}

/** Consecutive parts of a list, each of at most `size` items. */
export function partsOf<Item>(list: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, n) => list.slice(n * size, (n + 1) * size));
}
