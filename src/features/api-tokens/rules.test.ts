import { expect, it } from 'vitest';
import { limits } from './constants.ts';
import { decideName } from './rules.ts';

it('the name of a token is stored in one line', () => {
  expect(decideName('  My\n laptop ')).toEqual({ name: 'My laptop' });
});

it('a token needs a name', () => {
  expect(decideName(' \u200b\n')).toBe('name_required');
});

it('the name of a token has a limit, in characters as a person counts them', () => {
  expect(decideName('🎯'.repeat(limits.name))).toEqual({ name: '🎯'.repeat(limits.name) });
  expect(decideName('a'.repeat(limits.name + 1))).toBe('name_too_long');
});
