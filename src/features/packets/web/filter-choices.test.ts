import { expect, it } from 'vitest';
import type { Choice, ChoiceGroup } from '../suggest-rules.ts';
import { filterGroups, shownPart } from './filter-choices.ts';

const choice = (text: string, more: Partial<Choice> = {}): Choice => ({
  ...{ key: text, kind: 'entry', id: text, text, length: text.length },
  ...{ emoji: null, name: null, at: '2026-01-01T00:00:00.000Z', files: 0, proof: null },
  ...more,
});
const groups: ChoiceGroup[] = [
  { id: 'a', title: '#a', choices: [choice('Shipped the Export'), choice('Wrote a guide', { files: 2 })] },
  { id: 'goal', title: 'Goals', choices: [choice('Give a talk', { kind: 'goal' })] },
  { id: 'vouch', title: 'Vouches', choices: [choice('The export', { kind: 'vouch', name: 'Grace' })] },
];
const none = { search: '', withFiles: false, onlyGoals: false };
const textsOf = (found: readonly ChoiceGroup[]) =>
  found.flatMap(({ choices }) => choices.map(({ text }) => text));

it.each([
  [{ ...none, search: ' EXPORT  the' }, ['Shipped the Export', 'The export']],
  [{ ...none, search: 'grace' }, ['The export']],
  [{ ...none, withFiles: true }, ['Wrote a guide']],
  [{ ...none, onlyGoals: true }, ['Give a talk']],
  [{ search: 'export', withFiles: false, onlyGoals: true }, []],
])('the filter %o shows %o', (filter, expected) => {
  expect(textsOf(filterGroups(groups, filter))).toEqual(expected);
});

it('without a filter, the groups stay the same', () => {
  expect(filterGroups(groups, none)).toBe(groups);
});

it.each([
  [1, ['Shipped the Export'], false],
  [2, ['Shipped the Export', 'Wrote a guide'], false],
  [3, ['Shipped the Export', 'Wrote a guide', 'Give a talk'], false],
  [4, textsOf(groups), true],
])('the first %i choices are %o', (count, expected, isAll) => {
  const shown = shownPart(groups, count);
  expect([textsOf(shown.visible), shown.isAll]).toEqual([expected, isAll]);
  expect(shown.visible[0]!.all).toHaveLength(2);
});
