import { describe, expect, test } from 'vitest';
import { canContinue, stepAt, steps } from './rules.ts';

const nothing = { goal: false, check_in: false };

describe('the steps of the tutorial', () => {
  test('are seven, and only goals and timeline wait for input', () => {
    expect(steps.map(({ id }) => id)).toEqual([
      'welcome',
      'goals',
      'timeline',
      'shoutouts',
      'share',
      'notes',
      'authenticity',
    ]);
    expect(steps.filter((step) => !canContinue(step, nothing)).map(({ id }) => id)).toEqual([
      'goals',
      'timeline',
    ]);
  });

  test('can be passed once what they wait for exists', () => {
    expect(canContinue(stepAt(1), { goal: true, check_in: false })).toBe(true);
    expect(canContinue(stepAt(1), { goal: false, check_in: true })).toBe(false);
    expect(canContinue(stepAt(2), { goal: false, check_in: true })).toBe(true);
  });

  test('are clamped to the first and the last for positions out of range', () => {
    expect(stepAt(-1).id).toBe('welcome');
    expect(stepAt(99).id).toBe('authenticity');
    expect(stepAt(Number.NaN).id).toBe('welcome');
    expect(stepAt(1.5).id).toBe('welcome');
  });
});
