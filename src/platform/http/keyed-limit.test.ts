import { expect, test } from 'vitest';
import { KeyedLimit } from './keyed-limit.ts';

test('a key may take its limit and no more, until it releases', () => {
  const limit = new KeyedLimit(3);
  const release = limit.take('a', 2)!;
  expect(limit.take('a', 2)).toBeNull();
  expect(limit.take('a')).not.toBeNull();
  expect(limit.take('a')).toBeNull();
  expect(limit.take('b', 3)).not.toBeNull();
  release();
  expect(limit.take('a', 3)).toBeNull();
  expect(limit.take('a', 2)).not.toBeNull();
});

test('all keys together may take the total and no more', () => {
  const limit = new KeyedLimit(2, 3);
  const release = limit.take('a', 2)!;
  expect(limit.take('b', 2)).toBeNull();
  expect(limit.take('b')).not.toBeNull();
  expect(limit.take('c')).toBeNull();
  release();
  expect(limit.take('c', 2)).not.toBeNull();
  expect(limit.take('d')).toBeNull();
});
