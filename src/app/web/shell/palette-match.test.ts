import { expect, test } from 'vitest';
import { matching } from './palette-match.ts';

const commands = [
  { label: 'Add Log Entry', words: 'new write check-in' },
  { label: 'Go to TIMELINE' },
  { label: 'Theme: Dark', words: 'night' },
  { label: 'Log out' },
  { label: 'Search entries', always: true },
];
const names = (typed: string) => matching(commands, typed).map(({ label }) => label);

test('every typed word begins a word of the name, or of what else it is called', () => {
  expect(names('timel')).toEqual(['Go to TIMELINE', 'Search entries']);
  expect(names('dark THEME')).toEqual(['Theme: Dark', 'Search entries']);
  expect(names('check')).toEqual(['Add Log Entry', 'Search entries']);
  expect(names('ark')).toEqual(['Search entries']);
});

test('names that begin so come first, accents do not matter, and nothing typed is everything', () => {
  expect(names('log')).toEqual(['Log out', 'Add Log Entry', 'Search entries']);
  expect(names('dàrk')).toEqual(['Theme: Dark', 'Search entries']);
  expect(names('  ')).toEqual(commands.map(({ label }) => label));
});
