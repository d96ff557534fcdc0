import { expect, it } from 'vitest';
import { longWord } from './long-word.ts';

it('a text has a long word if 201 or more characters have no space', () => {
  expect(longWord('A sentence. '.repeat(100))).toBeUndefined();
  expect(longWord(`A ${'x'.repeat(200)}\n${'x'.repeat(200)}`)).toBeUndefined();
  expect(longWord(`A ${'x'.repeat(201)}`)).toBe('');
});
