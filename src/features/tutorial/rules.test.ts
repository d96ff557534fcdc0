import { describe, expect, test } from 'vitest';
import { canContinue, stepAt, stepsOf } from './rules.ts';

const steps = stepsOf(false);
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

  test('are eight with the Team plan, and the last one is about the team', () => {
    expect(stepsOf(true).map(({ id }) => id)).toEqual([...steps.map(({ id }) => id), 'team']);
  });

  test('can be passed once what they wait for exists', () => {
    expect(canContinue(stepAt(steps, 1), { goal: true, check_in: false })).toBe(true);
    expect(canContinue(stepAt(steps, 1), { goal: false, check_in: true })).toBe(false);
    expect(canContinue(stepAt(steps, 2), { goal: false, check_in: true })).toBe(true);
  });

  test('are clamped to the first and the last for positions out of range', () => {
    expect(stepAt(steps, -1).id).toBe('welcome');
    expect(stepAt(steps, 99).id).toBe('authenticity');
    expect(stepAt(steps, Number.NaN).id).toBe('welcome');
    expect(stepAt(steps, 1.5).id).toBe('welcome');
  });
});
