import { expect, it } from 'vitest';
import { limits } from './constants.ts';
import { shownName } from './rules.ts';

it('the name of an app is one line, and one that is cut shows it', () => {
  expect(shownName(' Two\n lines ', 'host')).toBe('Two lines');
  expect(shownName(' ', 'host')).toBe('host');
  expect(shownName({}, '')).toBe('?');
  expect(shownName('x'.repeat(limits.name), '')).toBe('x'.repeat(limits.name));
  expect(shownName('x'.repeat(limits.name + 1), '')).toBe(`${'x'.repeat(limits.name - 1)}…`);
});
