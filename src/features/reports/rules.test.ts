import { describe, expect, it } from 'vitest';
import type { BoardSlip } from './contract.ts';
import { addDays, isQuiet, mondayOf, shortened, weekReview, type EntryRow, type WeekRows } from './rules.ts';

describe('calendar weeks', () => {
  it.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2026-11-23', '2026-11-23'],
    ['2027-01-01', '2026-12-28'],
    ['2028-02-29', '2028-02-28'],
  ])('the week of %s begins on %s', (day, monday) => {
    expect(mondayOf(day)).toBe(monday);
  });

  it('days continue across months and years', () => {
    expect(addDays('2026-12-28', 7)).toBe('2027-01-04');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });
});

describe('shortening', () => {
  it('keeps a text of exactly the length, and cuts a longer one with an ellipsis', () => {
    expect(shortened('a'.repeat(100), 100)).toBe('a'.repeat(100));
    expect(shortened('a'.repeat(101), 100)).toBe(`${'a'.repeat(100)}…`);
  });

  it('counts characters and never cuts one in half', () => {
    expect(shortened('🚀'.repeat(101), 100)).toBe(`${'🚀'.repeat(100)}…`);
    expect(shortened('🚀'.repeat(100), 100)).toBe('🚀'.repeat(100));
  });
});

const starts = Array.from({ length: 15 }, (_, day) => Date.parse('2026-11-09') + day * 86_400_000);
const week = { monday: '2026-11-16', starts };
const none = { entries: 0, files: 0, goals: 0, received: 0, given: 0 };
const entry = (id: string, content: string, more: Partial<EntryRow> = {}): EntryRow => ({
  id,
  kind: 'entry',
  content,
  emoji: null,
  created_at: '2026-11-17T10:00:00.000Z',
  files: [],
  ...more,
});
const rows = (more: Partial<WeekRows> = {}): WeekRows => ({
  name: 'Ada Example',
  days: [],
  entries: [],
  goals: [],
  shoutouts: [],
  ...more,
});
const goal = {
  text: 'Ship it',
  cadence: null,
  completed_at: '2026-11-17T10:00:00.000Z',
  check_in_id: 'of goal',
};

const slip = (direction: BoardSlip['direction']): BoardSlip => ({
  id: crypto.randomUUID(),
  direction,
  name: 'Bo Example',
  message: 'Thanks',
  excerpt: null,
  created_at: '2026-11-17T10:00:00.000Z',
});

describe('the report of a week', () => {
  it('adds up the figures of both weeks', () => {
    const days = [
      { ...none, day: 0, entries: 2, files: 1 },
      { ...none, day: 6, goals: 1 },
      { ...none, day: 7, entries: 3, received: 1 },
      { ...none, day: 13, entries: 1, files: 2, goals: 2, given: 1 },
    ];
    const review = weekReview(week, rows({ days }), []);
    expect(review.figures).toEqual({
      entries: { now: 4, before: 2 },
      days: { now: 2, before: 1 },
      goals: { now: 2, before: 1 },
      shoutouts: { now: 2, before: 0 },
      files: { now: 2, before: 1 },
    });
    expect(review.days.map(({ entries }) => entries)).toEqual([3, 0, 0, 0, 0, 0, 1]);
    expect([review.monday, review.sunday]).toEqual(['2026-11-16', '2026-11-22']);
  });

  it('lists a completed goal once: its entry is left out unless it says more', () => {
    const days = [{ ...none, day: 8, entries: 3, goals: 1 }];
    const log = (entries: EntryRow[]) =>
      weekReview(week, rows({ days, goals: [goal], entries }), []).log.flatMap(({ lines }) =>
        lines.map(({ text }) => text),
      );
    expect(log([entry('of goal', 'Ship it', { kind: 'goal' }), entry('other', 'Ship it')])).toEqual([
      'Ship it',
    ]);
    expect(log([entry('of goal', 'Ship it, a day early', { kind: 'goal' })])).toEqual([
      'Ship it, a day early',
    ]);
    expect(log([entry('of goal', 'Ship it', { kind: 'goal', files: ['proof.png'] })])).toEqual(['Ship it']);
  });

  it.each([
    ['2026-11-16T00:00:00.000Z', '2026-11-16'],
    ['2026-11-17T23:59:59.999Z', '2026-11-17'],
    ['2026-11-18T00:00:00.000Z', '2026-11-18'],
  ])('dates what happened at %s to %s', (at, day) => {
    const shoutouts = [{ ...slip('received'), created_at: at }];
    const review = weekReview(week, rows({ goals: [{ ...goal, completed_at: at }], shoutouts }), []);
    expect([review.goals[0]!.day, review.received[0]!.day]).toEqual([day, day]);
  });

  it('says how many of each are not listed, and shortens long entries', () => {
    const days = [
      { ...none, day: 8, entries: 510, goals: 100, received: 70, given: 1 },
      { ...none, day: 9, goals: 20, received: 50 },
    ];
    const entries = [entry('1', 'x'.repeat(5000))];
    const shoutouts = [slip('received'), slip('received'), slip('sent')];
    const { omitted, log } = weekReview(week, rows({ days, entries, goals: [goal], shoutouts }), []);
    expect(omitted).toEqual({ entries: 509, goals: 119, received: 118, given: 0 });
    expect(log[0]!.lines[0]!.text).toHaveLength(1201);
  });

  it('is quiet only without entries, completed goals and shoutouts', () => {
    const quiet = (day: object) =>
      isQuiet(weekReview(week, rows({ days: [{ ...none, day: 8, ...day }] }), []));
    expect(quiet({})).toBe(true);
    for (const kind of ['entries', 'goals', 'received', 'given']) expect(quiet({ [kind]: 1 })).toBe(false);
    expect(isQuiet(weekReview(week, rows({ days: [{ ...none, day: 1, entries: 5 }] }), []))).toBe(true);
  });
});
