// How the inbox groups suggestions: fixed rules, which its menu names. The server's and the browser's are grouped alike.
import { countCharacters } from '#platform/text/plain-text.ts';
import { limits, type SuggestionSource } from './constants.ts';

export const groupings = ['day', 'day-project', 'project', 'source', 'none'] as const;
export type Grouping = (typeof groupings)[number];

/** Of repositories, which have many commits a day. */
const ofRepositories: readonly SuggestionSource[] = ['git', 'github', 'gitlab'];

/** The grouping of a user who has not chosen one: by repositories, too, if there are any. A calendar's series has one event a day. */
export function defaultGrouping(items: readonly Grouped[]): Grouping {
  return items.some(({ suggestion }) => ofRepositories.includes(suggestion.source)) ? 'day-project' : 'day';
}

type Grouped = { suggestion: { at: string; id: string; group: string | null; source: SuggestionSource } };
/** `key`: a day, a project, or a source; empty for those without. Day and project are separated by a line break. */
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
  const keys: Record<Grouping, (suggestion: Grouped['suggestion']) => string> = {
    day: ({ at }) => dayOf(at),
    'day-project': ({ at, group }) => `${dayOf(at)}\n${group ?? ''}`,
    project: ({ group }) => group ?? '',
    source: ({ source }) => source,
    none: () => '',
  };
  const keyOf = ({ suggestion }: Item) => keys[by](suggestion);
  return [...Map.groupBy(items, keyOf)].map(([key, found]) => ({ key, items: found }));
}

/** Consecutive parts of a list, each of at most `size` items. */
export function partsOf<Item>(list: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, n) => list.slice(n * size, (n + 1) * size));
}

type Batch<Item> = { count: number; sum: number; sizeOf: (item: Item) => number };

/** Consecutive parts of a list: each has at most `count` items, and sizes that add up to at most `sum`, or one item. */
export function batchesOf<Item>(list: readonly Item[], { count, sum, sizeOf }: Batch<Item>): Item[][] {
  const batches: Item[][] = [];
  let size = 0;
  for (const item of list) {
    const own = sizeOf(item);
    const last = batches.at(-1);
    if (last && last.length < count && size + own <= sum) {
      last.push(item);
      size += own;
    } else {
      batches.push([item]);
      size = own;
    }
  }
  return batches;
}

type Merged = { suggestion: { content: string; files: readonly unknown[] }; local: unknown };

/**
 * The entries that a group becomes, each of suggestions in the order of their dates: one, or several if it has more suggestions,
 * characters or files than an entry can have. The browser's are apart from the server's.
 */
export function mergesOf<Item extends Merged>(newestFirst: readonly Item[]): Item[][] {
  const oldestFirst = newestFirst.toReversed();
  return [false, true].flatMap((local) =>
    mergesOfPlace(oldestFirst.filter((item) => (item.local !== null) === local)),
  );
}

function mergesOfPlace<Item extends Merged>(items: readonly Item[]): Item[][] {
  const merges: Item[][] = [];
  let texts = new Set<string>();
  let [characters, files] = [0, 0];
  for (const item of items) {
    const { content, files: own } = item.suggestion;
    // The same text appears once, and each in lines of its own.
    const added = texts.has(content) ? 0 : countCharacters(content) + 1;
    const last = merges.at(-1);
    const fits =
      characters + added <= limits.content && files + own.length <= limits.files && last !== undefined;
    if (fits && last.length < limits.merged) {
      last.push(item);
      texts.add(content);
      characters += added;
      files += own.length;
    } else {
      merges.push([item]);
      texts = new Set([content]);
      characters = countCharacters(content) + 1;
      files = own.length;
    }
  }
  return merges;
}
