import { describe, expect, it } from 'vitest';
import {
  decideAdd,
  decideComplete,
  decideEdit,
  decideReopen,
  decideRestore,
  newGoal,
} from './change-rules.ts';
import { limits } from './constants.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const later = '2026-11-20T12:00:30.000Z';
const open = {
  id: 'b',
  text: 'Read',
  cadence: null,
  period_start: null,
  completed_at: null,
  deleted_at: null,
};
const completed = { ...open, completed_at: '2026-11-19T12:00:00.000Z' };
const deleted = { ...open, deleted_at: '2026-11-19T12:00:00.000Z' };
const weekly = { cadence: 'weekly', period_start: '2026-11-16' } as const;

describe('a new goal', () => {
  it('is normalized, and dated at most now', () => {
    expect(newGoal({ text: ' Read\r\n', created_at: later }, now)).toEqual({
      ...{ text: 'Read', cadence: null, period_start: null },
      created_at: '2026-11-20T12:00:00.000Z',
    });
    expect(newGoal({ text: 'Read', ...weekly }, now)).toEqual({ text: 'Read', ...weekly, created_at: null });
  });

  it.each([
    [{ text: ' ' }, 'text_required'],
    [{ text: 'a'.repeat(limits.text + 1) }, 'text_too_long'],
    [{ text: 'Read', cadence: 'weekly' }, 'invalid_period'],
    [{ text: 'Read', created_at: '2027-01-01T00:00:00Z' }, 'invalid_date'],
  ] as const)('%o is refused with %s', (requested, code) => {
    const list = { existing: undefined, open: 0 };
    expect(decideAdd(requested, list, now)).toBe(code);
  });

  it('is added while the list has room', () => {
    const added = { text: 'Read', ...weekly, created_at: null };
    const requested = { text: 'Read', ...weekly };
    expect(decideAdd(requested, { existing: undefined, open: limits.open - 1 }, now)).toEqual({ added });
    expect(decideAdd(requested, { existing: undefined, open: limits.open }, now)).toBe('too_many_goals');
  });

  it('that is sent again is recognized by its text and its period, even on a full list', () => {
    const existing = { text: 'Read', ...weekly };
    const list = { existing, open: limits.open };
    expect(decideAdd({ text: 'Read ', ...weekly }, list, now)).toEqual({ existing });
    expect(decideAdd({ text: 'Write', ...weekly }, list, now)).toBe('id_taken');
    expect(decideAdd({ text: 'Read' }, list, now)).toBe('id_taken');
    expect(decideAdd({ text: 'Read', cadence: 'weekly', period_start: '2026-11-23' }, list, now)).toBe(
      'id_taken',
    );
  });
});

describe('an edit', () => {
  const list = { found: open, open: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] };

  it('changes only what is requested', () => {
    expect(decideEdit({}, list, now)).toEqual({ goal: open, order: undefined });
    expect(decideEdit({ text: ' Write ' }, list, now)).toMatchObject({ goal: { ...open, text: 'Write' } });
    expect(decideEdit(weekly, list, now)).toMatchObject({ goal: { ...open, ...weekly } });
    const found = { ...open, ...weekly };
    expect(decideEdit({ cadence: null }, { ...list, found }, now)).toMatchObject({ goal: open });
  });

  it('moves the goal behind another open one, or to the top', () => {
    expect(decideEdit({ after: 'c' }, list, now)).toEqual({ goal: open, order: ['a', 'c', 'b'] });
    expect(decideEdit({ after: null }, list, now)).toMatchObject({ order: ['b', 'a', 'c'] });
    expect(decideEdit({ after: 'x' }, list, now)).toBe('goal_off_list');
  });

  it('is refused for invalid input, then for a goal that is unknown, completed or deleted', () => {
    expect(decideEdit({ text: ' ' }, { ...list, found: undefined }, now)).toBe('text_required');
    expect(decideEdit({ cadence: 'weekly' }, list, now)).toBe('invalid_period');
    expect(decideEdit({}, { ...list, found: undefined }, now)).toBe('not_found');
    expect(decideEdit({}, { ...list, found: completed }, now)).toBe('goal_off_list');
    expect(decideEdit({}, { ...list, found: deleted }, now)).toBe('goal_off_list');
  });
});

describe('a completion', () => {
  it('is dated at most now', () => {
    expect(decideComplete({}, open, now)).toEqual({ goal: open, completedAt: '2026-11-20T12:00:00.000Z' });
    expect(decideComplete({ completed_at: later }, open, now)).toMatchObject({
      completedAt: '2026-11-20T12:00:00.000Z',
    });
    expect(decideComplete({ completed_at: '2027-01-01T00:00:00Z' }, open, now)).toBe('invalid_date');
  });

  it('that is repeated changes nothing', () => {
    expect(decideComplete({}, completed, now)).toEqual({ goal: completed, completedAt: undefined });
    expect(decideComplete({}, { ...completed, ...deleted, completed_at: later }, now)).toMatchObject({
      completedAt: undefined,
    });
  });

  it('is refused for a goal that is unknown or deleted', () => {
    expect(decideComplete({}, undefined, now)).toBe('not_found');
    expect(decideComplete({}, deleted, now)).toBe('goal_off_list');
  });

  it('is undone if the list has room', () => {
    expect(decideReopen(completed, limits.open - 1)).toEqual({ goal: completed, isOpen: false });
    expect(decideReopen(completed, limits.open)).toBe('too_many_goals');
    expect(decideReopen(open, limits.open)).toEqual({ goal: open, isOpen: true });
    expect(decideReopen({ ...completed, deleted_at: later }, 0)).toBe('goal_off_list');
    expect(decideReopen(undefined, 0)).toBe('not_found');
  });
});

it('a deleted goal is restored if the list has room, or if it is completed', () => {
  expect(decideRestore(deleted, limits.open - 1)).toEqual(open);
  expect(decideRestore(deleted, limits.open)).toBe('too_many_goals');
  expect(decideRestore({ ...deleted, completed_at: later }, limits.open)).toMatchObject({ deleted_at: null });
  expect(decideRestore(open, limits.open)).toBe(open);
  expect(decideRestore(undefined, 0)).toBe('not_found');
});
