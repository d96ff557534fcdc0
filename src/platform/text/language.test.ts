import { expect, test } from 'vitest';
import { counted, list, number, plural } from './language.ts';

test('numbers have separators of thousands', () => {
  expect([0, 999, 4628, 1_000_000].map(number)).toEqual(['0', '999', '4,628', '1,000,000']);
});

test('the form of a text follows its number', () => {
  const forms = { one: 'One is left', other: 'Some are left' };
  expect([0, 1, 2, 101].map((n) => plural(n, forms))).toEqual([
    forms.other,
    forms.one,
    forms.other,
    forms.other,
  ]);
});

test('a number comes before what is counted', () => {
  const forms = { one: 'entry', other: 'entries' };
  expect([0, 1, 4628].map((n) => counted(n, forms))).toEqual(['0 entries', '1 entry', '4,628 entries']);
});

test.each([
  [['a'], 'a', 'a', 'a'],
  [['a', 'b'], 'a and b', 'a or b', 'a, b'],
  [['a', 'b', 'c'], 'a, b, and c', 'a, b, or c', 'a, b, c'],
])('%j is listed', (items, and, or, only) => {
  expect([list(items), list(items, 'disjunction'), list(items, 'unit')]).toEqual([and, or, only]);
});
