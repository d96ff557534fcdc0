import { expect, test } from 'vitest';
import { firstReasons } from './first-reasons.ts';

test('a message about several failures names the first three reasons, each once', () => {
  expect(firstReasons(['one', 'one', 'two', 'three', 'four'])).toEqual(['one', 'two', 'three']);
});
