// What a packet of a period contains at first, and where an item belongs that is ticked later. Pure: the editor computes
// it as soon as it has the material.
import { limits } from './constants.ts';
import type { Kind, Material, PacketDraft } from './contract.ts';
import { keyOf, newItem } from './rules.ts';

/** One thing that a packet can contain, as the list to choose from shows it. */
export type Choice = {
  /** `keyOf` the item. */
  key: string;
  kind: Kind;
  id: string;
  text: string;
  /** Characters of the whole text. */
  length: number;
  emoji: string | null;
  /** The sender of a shoutout, or the reference of a vouch. */
  name: string | null;
  at: string;
  files: number;
  /** What the credential of a vouch names, and a packet does not show. */
  proof: Material['vouches'][number]['proof'] | null;
};

/** Choices that belong together: those with a tag, those of a month, or those of a kind. Oldest first. */
export type ChoiceGroup = { id: string; title: string; choices: Choice[] };

export type Titles = {
  tag: (tag: string) => string;
  /** `2026-11` */
  month: (month: string) => string;
} & Record<Exclude<Kind, 'entry'>, string>;

/** Tags that make a group: used by at least this many entries of the period. */
const leastTagged = 2;
const mostTagGroups = 12;
/** Suggested of goals, shoutouts and vouches, unless there are few entries. */
const shareOfOthers = 5;

/**
 * The material in groups: entries by tag, the most used first, each in its first such group; the rest by month; then
 * goals, shoutouts and vouches. `monthOf` returns the month of an instant in the owner's time zone.
 */
export function groupsOf(material: Material, titles: Titles, monthOf: (at: string) => string): ChoiceGroup[] {
  const tags = groupingTags(material);
  const byTag = new Map<string, Choice[]>(tags.map((tag) => [tag, []]));
  const byMonth = new Map<string, Choice[]>();
  for (const entry of material.entries) {
    const own = new Set(entry.tags);
    const tag = tags.find((name) => own.has(name));
    const choice = choiceOf('entry', entry);
    if (tag !== undefined) byTag.get(tag)!.push(choice);
    else append(byMonth, monthOf(entry.at), choice);
  }
  const lists = { goal: material.goals, shoutout: material.shoutouts, vouch: material.vouches };
  const others = (['goal', 'shoutout', 'vouch'] as const).map((kind) => ({
    id: kind,
    title: titles[kind],
    choices: lists[kind].map((row) => choiceOf(kind, row)),
  }));
  return [
    ...[...byTag].map(([tag, choices]) => ({ id: `tag ${tag}`, title: titles.tag(tag), choices })),
    ...[...byMonth].map(([month, choices]) => ({
      id: `month ${month}`,
      title: titles.month(month),
      choices,
    })),
    ...others,
  ].filter(({ choices }) => choices.length > 0);
}

/** The first draft, of at most `limits.suggested` items, and how many others there are. */
export function suggest(
  material: Material,
  groups: readonly ChoiceGroup[],
  title: string,
): { draft: PacketDraft; leftOut: number } {
  const chosen = chooseFrom(groups);
  const draft = {
    title,
    period: material.period,
    introduction: '',
    groups: groups
      .map((group) => ({
        title: group.title,
        line: '',
        items: group.choices.filter(({ key }) => chosen.has(key)).map((choice) => newItem(choice, true)),
      }))
      .filter(({ items }) => items.length > 0),
  };
  const all = groups.reduce((sum, { choices }) => sum + choices.length, 0);
  return { draft, leftOut: all - chosen.size };
}

/** The keys of the suggested choices: some of each kind, and entries of all groups in turn. */
function chooseFrom(groups: readonly ChoiceGroup[]): Set<string> {
  const isOther = ({ id }: ChoiceGroup) => id === 'goal' || id === 'shoutout' || id === 'vouch';
  const others = groups.filter(isOther).map(({ choices }) => choices.toReversed());
  const entries = groups.filter((group) => !isOther(group)).map(({ choices }) => inOrderOfProof(choices));
  const chosen = new Set<string>();
  const take = (queues: readonly Choice[][], most: number) => {
    const until = Math.min(limits.suggested, chosen.size + most);
    for (let round = 0; queues.some((queue) => queue.length > round); round++) {
      for (const queue of queues) {
        const next = queue[round];
        if (next && chosen.size < until) chosen.add(next.key);
      }
    }
  };
  for (const queue of others) take([queue], shareOfOthers);
  take(entries, limits.suggested);
  take(others, limits.suggested);
  return chosen;
}

/** Those with files first, then the newest. */
function inOrderOfProof(choices: readonly Choice[]): Choice[] {
  return choices.toReversed().toSorted((a, b) => Number(b.files > 0) - Number(a.files > 0));
}

/** The tags of at least two entries, the most used first. */
function groupingTags({ entries }: Material): string[] {
  const counts = new Map<string, number>();
  for (const { tags } of entries)
    for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= leastTagged)
    .toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1))
    .slice(0, mostTagGroups)
    .map(([tag]) => tag);
}

type Row = { id: string; text: string; at: string } & Partial<
  Pick<Choice, 'length' | 'emoji' | 'name' | 'files' | 'proof'>
>;

function choiceOf(kind: Kind, { id, text, at, length, emoji, name, files, proof }: Row): Choice {
  return {
    ...{ key: keyOf({ kind, id }), kind, id, text, at },
    length: length ?? [...text].length,
    emoji: emoji ?? null,
    name: name ?? null,
    files: files ?? 0,
    proof: proof ?? null,
  };
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
