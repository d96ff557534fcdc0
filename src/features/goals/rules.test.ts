import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cadences, limits } from './constants.ts';
import {
  inOrder,
  movedAfter,
  nextPeriod,
  periodForRepeat,
  periodProblem,
  periodStart,
  periodState,
  textProblem,
} from './rules.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

describe('periods of goals (R-C1)', () => {
  it.each([
    ['weekly', '2026-11-20', '2026-11-16', '2026-11-23'],
    ['weekly', '2026-11-16', '2026-11-16', '2026-11-23'],
    ['weekly', '2026-11-22', '2026-11-16', '2026-11-23'],
    ['weekly', '2027-01-01', '2026-12-28', '2027-01-04'],
    ['monthly', '2026-11-20', '2026-11-01', '2026-12-01'],
    ['monthly', '2026-12-31', '2026-12-01', '2027-01-01'],
    ['quarterly', '2026-11-20', '2026-10-01', '2027-01-01'],
    ['quarterly', '2026-03-31', '2026-01-01', '2026-04-01'],
  ] as const)(
    '%s: %s is in the period from %s, and the next one begins on %s',
    (cadence, day, start, next) => {
      expect(periodStart(cadence, day)).toBe(start);
      expect(nextPeriod(cadence, start)).toBe(next);
    },
  );

  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

  it('have no gaps or overlaps: every day is in exactly one period', () => {
    fc.assert(
      fc.property(fc.constantFrom(...cadences), days, (cadence, date) => {
        const day = date.toISOString().slice(0, 10);
        const start = periodStart(cadence, day);
        const next = nextPeriod(cadence, start);
        expect(start <= day && day < next).toBe(true);
        expect(periodStart(cadence, start)).toBe(start);
        expect(periodStart(cadence, next)).toBe(next);
      }),
    );
  });

  it.each([
    ['weekly', '2026-11-16', '2026-11-20', { days: 3 }],
    ['weekly', '2026-11-16', '2026-11-22', { days: 1 }],
    ['weekly', '2026-11-16', '2026-11-23', 'carried_over'],
    ['weekly', '2026-11-23', '2026-11-20', { from: '2026-11-23' }],
    ['monthly', '2026-02-01', '2026-02-01', { days: 28 }],
    ['quarterly', '2026-10-01', '2026-12-31', { days: 1 }],
    ['quarterly', '2026-10-01', '2027-01-01', 'carried_over'],
    [null, null, '2026-11-20', undefined],
  ] as const)('state of a %s period from %s on %s', (cadence, period_start, today, state) => {
    expect(periodState({ cadence, period_start }, today)).toEqual(state);
  });

  it('are valid only with a cadence, from a first day, and not far ahead', () => {
    expect(periodProblem({ cadence: null, period_start: null }, now)).toBeUndefined();
    expect(periodProblem({ cadence: 'weekly', period_start: '2026-11-16' }, now)).toBeUndefined();
    expect(periodProblem({ cadence: 'quarterly', period_start: '2027-04-01' }, now)).toBeUndefined();
    for (const [cadence, period_start] of [
      ['weekly', null],
      [null, '2026-11-16'],
      ['weekly', '2026-11-17'],
      ['monthly', '2026-11-02'],
      ['quarterly', '2026-11-01'],
      ['monthly', '1999-12-01'],
      ['monthly', '2027-07-01'],
    ] as const) {
      expect(periodProblem({ cadence, period_start }, now)).toBe('invalid_period');
    }
  });

  it('of a goal set again follow the old one and are never in the past (R-C3)', () => {
    expect(periodForRepeat('weekly', '2026-11-16', '2026-11-20')).toBe('2026-11-23');
    expect(periodForRepeat('weekly', '2026-11-09', '2026-11-20')).toBe('2026-11-16');
    expect(periodForRepeat('weekly', '2026-01-05', '2026-11-20')).toBe('2026-11-16');
    expect(periodForRepeat('monthly', '2026-12-01', '2026-11-20')).toBe('2027-01-01');
  });
});

describe('the text of a goal', () => {
  it('is required and limited in length', () => {
    expect(textProblem('')).toBe('text_required');
    expect(textProblem('🎯'.repeat(limits.text))).toBeUndefined();
    expect(textProblem('a'.repeat(limits.text + 1))).toBe('text_too_long');
  });
});

describe('the order of goals (R-C2)', () => {
  it('is by position, then by id', () => {
    const goals = [
      { id: 'c', position: 2 },
      { id: 'b', position: 1 },
      { id: 'a', position: 2 },
    ];
    expect(inOrder(goals).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });

  it('changes only for the goal that is moved behind another one or to the front', () => {
    const ids = ['a', 'b', 'c', 'd'];
    expect(movedAfter(ids, 'd', null)).toEqual(['d', 'a', 'b', 'c']);
    expect(movedAfter(ids, 'a', 'c')).toEqual(['b', 'c', 'a', 'd']);
    expect(movedAfter(ids, 'b', 'a')).toEqual(ids);
    expect(movedAfter(ids, 'b', 'b')).toEqual(ids);
    expect(movedAfter(ids, 'x', null)).toBeUndefined();
    expect(movedAfter(ids, 'a', 'x')).toBeUndefined();
  });
});
