import { expect, it } from 'vitest';
import { UnknownLimit } from './unknown-limit.ts';

const limit = () => new UnknownLimit({ most: 3, within: 60_000, keys: 5 });
const isRefused = (attempt: object) => 'wait' in attempt;

it('unknown names of one key are refused beyond the limit, and accepted again after the time', () => {
  const names = limit();
  for (const at of [0, 10_000, 20_000]) expect(isRefused(names.begin('a', at))).toBe(false);
  expect(names.begin('a', 30_000)).toEqual({ wait: 30 });
  expect(isRefused(names.begin('b', 30_000))).toBe(false);
  expect(isRefused(names.begin('a', 60_000))).toBe(false);
  expect(names.begin('a', 60_001)).toEqual({ wait: 10 });
});

it('requests that found something do not count', () => {
  const names = limit();
  for (let n = 0; n < 10; n++) {
    const attempt = names.begin('a', n);
    expect(isRefused(attempt)).toBe(false);
    if ('found' in attempt) attempt.found();
  }
});

it('a request in progress counts, so that parallel requests cannot exceed the limit', () => {
  const names = limit();
  const attempts = [0, 0, 0].map((at) => names.begin('a', at));
  expect(isRefused(names.begin('a', 0))).toBe(true);
  const [first] = attempts;
  // Giving back twice does not give back another request.
  if (first && 'found' in first) [1, 2].forEach(() => first.found());
  expect(isRefused(names.begin('a', 0))).toBe(false);
  expect(isRefused(names.begin('a', 0))).toBe(true);
});

it('keeps a limited number of keys: the oldest is forgotten first', () => {
  const names = limit();
  for (let n = 0; n < 3; n++) names.begin('first', n);
  for (let n = 0; n < 4; n++) names.begin(`other ${n}`, 10);
  expect(isRefused(names.begin('first', 20))).toBe(true);
  names.begin('one more', 30);
  expect(isRefused(names.begin('first', 40))).toBe(false);
});
