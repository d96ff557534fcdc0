import { describe, expect, test } from 'vitest';
import { canGoOn, stepAt, steps } from './rules.ts';

const nothing = { goal: false, check_in: false };

describe('the steps of the tutorial', () => {
  test('are seven, and only goals and timeline wait', () => {
    expect(steps.map(({ id }) => id)).toEqual([
      'welcome',
      'goals',
      'timeline',
      'shoutouts',
      'share',
      'notes',
      'authenticity',
    ]);
    expect(steps.filter((step) => !canGoOn(step, nothing)).map(({ id }) => id)).toEqual([
      'goals',
      'timeline',
    ]);
  });

  test('pass when what they wait for is there', () => {
    expect(canGoOn(stepAt(1), { goal: true, check_in: false })).toBe(true);
    expect(canGoOn(stepAt(1), { goal: false, check_in: true })).toBe(false);
    expect(canGoOn(stepAt(2), { goal: false, check_in: true })).toBe(true);
  });

  test('end at the first and the last', () => {
    expect(stepAt(-1).id).toBe('welcome');
    expect(stepAt(99).id).toBe('authenticity');
    expect(stepAt(Number.NaN).id).toBe('welcome');
    expect(stepAt(1.5).id).toBe('welcome');
  });
});
