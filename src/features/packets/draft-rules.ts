// What the editor does to a draft. Each function returns the changed draft, or the same one if nothing changes.
import { limits } from './constants.ts';
import type { DraftItem, PacketDraft } from './contract.ts';
import { itemsOf, keyOf, newItem, proofsIn } from './rules.ts';
import type { Choice, ChoiceGroup } from './suggest-rules.ts';

type Group = PacketDraft['groups'][number];

const withGroups = (draft: PacketDraft, groups: Group[]): PacketDraft => ({ ...draft, groups });

/** The keys of all items. */
export function keysOf(draft: PacketDraft): Set<string> {
  return new Set(itemsOf(draft).map(keyOf));
}

/** How many more items fit. */
export function roomIn(draft: PacketDraft): number {
  return limits.items - itemsOf(draft).length;
}

/**
 * Ticks choices of a group in: next to those of it that are in the draft already, by date, else in a new group at the end.
 * As many as fit.
 */
export function addChoices(draft: PacketDraft, group: ChoiceGroup, choices: readonly Choice[]): PacketDraft {
  const keys = keysOf(draft);
  const added = choices.filter(({ key }) => !keys.has(key)).slice(0, roomIn(draft));
  if (added.length === 0) return draft;
  const places = new Map(group.choices.map(({ key }, place) => [key, place]));
  const at = draft.groups.findIndex(({ items }) => items.some((item) => places.has(keyOf(item))));
  const room = limits.proofs - proofsIn(draft).length;
  const ticked = added.map((choice, index) => newItem(choice, index < room));
  if (at === -1) return addGroup(draft, group.title, ticked);
  const own = draft.groups[at]!;
  let items = own.items;
  for (const item of ticked) {
    const place = places.get(keyOf(item))!;
    const before = items.findIndex((other) => (places.get(keyOf(other)) ?? -1) > place);
    items = items.toSpliced(before === -1 ? items.length : before, 0, item);
  }
  return withGroups(draft, draft.groups.with(at, { ...own, items }));
}

function addGroup(draft: PacketDraft, title: string, items: DraftItem[]): PacketDraft {
  const last = draft.groups.at(-1);
  if (draft.groups.length < limits.groups || !last)
    return withGroups(draft, [...draft.groups, { title, line: '', items }]);
  return withGroups(
    draft,
    draft.groups.with(draft.groups.length - 1, { ...last, items: [...last.items, ...items] }),
  );
}

/** Ticks items out. A group that becomes empty goes with them, unless it has a line of its own. */
export function removeItems(draft: PacketDraft, keys: ReadonlySet<string>): PacketDraft {
  const groups = draft.groups.flatMap((group) => {
    const items = group.items.filter((item) => !keys.has(keyOf(item)));
    if (items.length === group.items.length) return [group];
    return items.length === 0 && group.line === '' ? [] : [{ ...group, items }];
  });
  return withGroups(draft, groups);
}

/** Changes one item, such as its note. */
export function changeItem(draft: PacketDraft, key: string, change: Partial<DraftItem>): PacketDraft {
  return withGroups(
    draft,
    draft.groups.map((group) =>
      group.items.some((item) => keyOf(item) === key)
        ? {
            ...group,
            items: group.items.map((item) => (keyOf(item) === key ? { ...item, ...change } : item)),
          }
        : group,
    ),
  );
}

/** The draft in which an item has another id. */
export function withItemId(
  draft: PacketDraft,
  { kind, id }: Pick<DraftItem, 'kind' | 'id'>,
  newId: string,
): PacketDraft {
  const key = keyOf({ kind, id });
  return keysOf(draft).has(key) ? changeItem(draft, key, { id: newId }) : draft;
}

/** Changes the title or line of a group. */
export function changeGroup(
  draft: PacketDraft,
  at: number,
  change: Partial<Pick<Group, 'title' | 'line'>>,
): PacketDraft {
  const group = draft.groups[at];
  return group ? withGroups(draft, draft.groups.with(at, { ...group, ...change })) : draft;
}

export function removeGroup(draft: PacketDraft, at: number): PacketDraft {
  return withGroups(draft, draft.groups.toSpliced(at, 1));
}

export function addEmptyGroup(draft: PacketDraft): PacketDraft {
  return draft.groups.length < limits.groups
    ? withGroups(draft, [...draft.groups, { title: '', line: '', items: [] }])
    : draft;
}

/** Moves a group to another place. */
export function moveGroup(draft: PacketDraft, from: number, to: number): PacketDraft {
  const group = draft.groups[from];
  if (!group || to < 0 || to >= draft.groups.length || to === from) return draft;
  return withGroups(draft, draft.groups.toSpliced(from, 1).toSpliced(to, 0, group));
}

/** Moves an item behind another one of its group, or to the group's beginning. */
export function moveItem(draft: PacketDraft, key: string, after: string | null): PacketDraft {
  const at = draft.groups.findIndex(({ items }) => items.some((item) => keyOf(item) === key));
  const group = draft.groups[at];
  const moved = group?.items.find((item) => keyOf(item) === key);
  if (!group || !moved) return draft;
  const others = group.items.filter((item) => item !== moved);
  const place = after === null ? 0 : others.findIndex((item) => keyOf(item) === after) + 1;
  const items = others.toSpliced(place, 0, moved);
  return withGroups(draft, draft.groups.with(at, { ...group, items }));
}

/** Moves an item one place up (-1) or down (1), and from the end of its group into the next one. */
export function stepItem(draft: PacketDraft, key: string, step: 1 | -1): PacketDraft {
  const at = draft.groups.findIndex(({ items }) => items.some((item) => keyOf(item) === key));
  const group = draft.groups[at];
  if (!group) return draft;
  const place = group.items.findIndex((item) => keyOf(item) === key);
  const moved = group.items[place]!;
  const target = place + step;
  if (target >= 0 && target < group.items.length) {
    const items = group.items.toSpliced(place, 1).toSpliced(target, 0, moved);
    return withGroups(draft, draft.groups.with(at, { ...group, items }));
  }
  const next = draft.groups[at + step];
  if (!next) return draft;
  const items = step === 1 ? [moved, ...next.items] : [...next.items, moved];
  const without = { ...group, items: group.items.toSpliced(place, 1) };
  return withGroups(draft, draft.groups.with(at, without).with(at + step, { ...next, items }));
}
