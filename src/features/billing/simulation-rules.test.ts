import { expect, it } from 'vitest';
import { canRenew, periodEnd, startedState, stateAfter } from './simulation-rules.ts';

const end = (plan: 'monthly' | 'yearly', from: string) => periodEnd(plan, new Date(from)).toISOString();

it('a paid period ends on the same day of the next month or year, or on its last day', () => {
  expect(end('monthly', '2026-11-22T23:00:00.000Z')).toBe('2026-12-22T23:00:00.000Z');
  expect(end('monthly', '2027-01-31T10:00:00.000Z')).toBe('2027-02-28T10:00:00.000Z');
  expect(end('yearly', '2028-02-29T10:00:00.000Z')).toBe('2029-02-28T10:00:00.000Z');
});

it('an action of the simulated portal that was done before changes nothing', () => {
  const now = new Date('2026-11-22T10:00:00.000Z');
  const state = startedState('monthly', now);
  const canceled = stateAfter(state, 'cancel', now)!;
  expect(canceled).toEqual({ ...state, ends: true });
  expect(stateAfter(canceled, 'cancel', now)).toBeUndefined();
  expect(stateAfter(canceled, 'renew', now)).toBeUndefined();
  expect(stateAfter(canceled, 'resume', now)).toEqual(state);
  expect(stateAfter(state, 'resume', now)).toBeUndefined();
  expect(stateAfter(state, 'monthly', now)).toBeUndefined();
});

it('a subscription is not renewed past the last year of a date', () => {
  const now = new Date('2026-11-22T10:00:00.000Z');
  const state = { ...startedState('yearly', now), subscription_end: '9998-11-22T10:00:00.000Z' };
  const last = stateAfter(state, 'renew', now)!;
  expect(last.subscription_end).toBe('9999-11-22T10:00:00.000Z');
  expect([canRenew(state), canRenew(last)]).toEqual([true, false]);
  expect(stateAfter(last, 'renew', now)).toBeUndefined();
});
