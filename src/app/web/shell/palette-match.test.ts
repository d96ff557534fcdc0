import { expect, test } from 'vitest';
import { matching } from './palette-match.ts';

const commands = [
  { label: 'Add Log Entry', keywords: 'new write check-in' },
  { label: 'Go to TIMELINE' },
  { label: 'Theme: Dark', keywords: 'night' },
  { label: 'Log out' },
  { label: 'Search entries', always: true },
];
const names = (input: string) => matching(commands, input).map(({ label }) => label);

test('palette commands match if each word of the input starts a word of the label or keywords', () => {
  expect(names('timel')).toEqual(['Go to TIMELINE', 'Search entries']);
  expect(names('dark THEME')).toEqual(['Theme: Dark', 'Search entries']);
  expect(names('check')).toEqual(['Add Log Entry', 'Search entries']);
  expect(names('ark')).toEqual(['Search entries']);
});

test('palette matches rank labels with that prefix first, ignore accents, and list everything for empty input', () => {
  expect(names('log')).toEqual(['Log out', 'Add Log Entry', 'Search entries']);
  expect(names('dàrk')).toEqual(['Theme: Dark', 'Search entries']);
  expect(names('  ')).toEqual(commands.map(({ label }) => label));
});
