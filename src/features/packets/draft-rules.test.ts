import { describe, expect, it } from 'vitest';
import { limits } from './constants.ts';
import type { PacketDraft } from './contract.ts';
import {
  addChoices,
  addEmptyGroup,
  changeItem,
  moveGroup,
  moveItem,
  removeItems,
  roomIn,
  stepItem,
} from './draft-rules.ts';
import { keyOf } from './rules.ts';
import type { Choice, ChoiceGroup } from './suggest-rules.ts';

const item = (id: string) => ({ kind: 'entry' as const, id, note: '', files: false });
const draft = (...groups: string[][]): PacketDraft => ({
  title: '',
  period: { from: '2026-01-01', to: '2026-12-31' },
  introduction: '',
  groups: groups.map((ids, at) => ({ title: `group ${at}`, line: '', items: ids.map(item) })),
});
const idsOf = ({ groups }: PacketDraft) => groups.map(({ items }) => items.map(({ id }) => id).join(''));
const key = (id: string) => keyOf(item(id));

const choice = (id: string): Choice => ({
  ...{ key: key(id), kind: 'entry', id, text: id, length: 1 },
  ...{ emoji: null, name: null, at: '2026-01-01T00:00:00.000Z', files: 0, proof: null },
});
const choices = (ids: string): ChoiceGroup => ({ id: 'tag x', title: '#x', choices: [...ids].map(choice) });

describe('a choice that is ticked in', () => {
  it('joins those of its group, by date', () => {
    const group = choices('abcd');
    expect(idsOf(addChoices(draft(['x'], ['a', 'd']), group, [choice('c'), choice('b')]))).toEqual([
      'x',
      'abcd',
    ]);
    expect(idsOf(addChoices(draft(['b', 'a']), group, [choice('d')]))).toEqual(['bad']);
  });

  it('begins a group at the end if none of its group is there', () => {
    const added = addChoices(draft(['x']), choices('ab'), choices('ab').choices);
    expect([idsOf(added), added.groups[1]!.title]).toEqual([['x', 'ab'], '#x']);
    const full = draft(...Array.from({ length: limits.groups }, (_, n) => [`x${n}`]));
    expect(addChoices(full, choices('ab'), [choice('a')]).groups).toHaveLength(limits.groups);
  });

  it('changes nothing if it is there already, or if the packet is full', () => {
    const before = draft(['a']);
    expect(addChoices(before, choices('ab'), [choice('a')])).toBe(before);
    const full = draft(Array.from({ length: limits.items - 1 }, (_, n) => `x${n}`));
    expect(roomIn(addChoices(full, choices('ab'), choices('ab').choices))).toBe(0);
  });
});

it('a group goes with its last item, unless the user wrote a line for it', () => {
  const before = draft(['a'], ['b']);
  expect(idsOf(removeItems(before, new Set([key('a')])))).toEqual(['b']);
  const lined = { ...before, groups: before.groups.map((group) => ({ ...group, line: 'Mine' })) };
  expect(idsOf(removeItems(lined, new Set([key('a')])))).toEqual(['', 'b']);
  expect(idsOf(addEmptyGroup(before))).toEqual(['a', 'b', '']);
});

it('a changed item leaves the other groups as they are', () => {
  const before = draft(['a'], ['b']);
  const after = changeItem(before, key('b'), { note: 'New' });
  expect(after.groups[1]!.items[0]!.note).toBe('New');
  expect(after.groups[0]).toBe(before.groups[0]);
});

it.each<[string, string, 1 | -1, string[]]>([
  ['down in its group', 'a', 1, ['ba', 'c']],
  ['up in its group', 'b', -1, ['ba', 'c']],
  ['into the next group', 'b', 1, ['a', 'bc']],
  ['into the group before', 'c', -1, ['abc', '']],
  ['not beyond the first', 'a', -1, ['ab', 'c']],
  ['not beyond the last', 'c', 1, ['ab', 'c']],
])('an item steps %s', (_, id, step, expected) => {
  expect(idsOf(stepItem(draft(['a', 'b'], ['c']), key(id), step))).toEqual(expected);
});

it('an item moves behind another one or to the beginning, and a group to another place', () => {
  const before = draft(['a', 'b', 'c'], ['d'], ['e']);
  expect(idsOf(moveItem(before, key('a'), key('c')))[0]).toBe('bca');
  expect(idsOf(moveItem(before, key('c'), null))[0]).toBe('cab');
  expect(idsOf(moveGroup(before, 0, 2))).toEqual(['d', 'e', 'abc']);
  expect(moveGroup(before, 0, 3)).toBe(before);
});
