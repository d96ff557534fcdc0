// What the list to choose from shows. Pure, and fast enough for thousands of choices at each key.
import type { Choice, ChoiceGroup } from '../suggest-rules.ts';

export type ChoiceFilter = { search: string; withFiles: boolean; onlyGoals: boolean };

/** The choices that contain all words of the search, in any case, in their groups. */
export function filterGroups(groups: readonly ChoiceGroup[], filter: ChoiceFilter): readonly ChoiceGroup[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && !filter.withFiles && !filter.onlyGoals) return groups;
  const matches = ({ kind, files, text, name }: Choice) => {
    if (filter.onlyGoals && kind !== 'goal') return false;
    if (filter.withFiles && files === 0) return false;
    const searched = `${text} ${name ?? ''}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  return groups
    .map((group) => ({ ...group, choices: group.choices.filter(matches) }))
    .filter(({ choices }) => choices.length > 0);
}

/** `all`: also the choices that are not rendered yet. */
export type ShownGroup = ChoiceGroup & { all: readonly Choice[] };

/** The first `count` choices, in their groups. */
export function shownPart(
  groups: readonly ChoiceGroup[],
  count: number,
): { visible: ShownGroup[]; isAll: boolean } {
  const visible: ShownGroup[] = [];
  let left = count;
  for (const group of groups) {
    if (left <= 0) return { visible, isAll: false };
    visible.push({ ...group, all: group.choices, choices: group.choices.slice(0, left) });
    left -= group.choices.length;
  }
  return { visible, isAll: left >= 0 };
}
