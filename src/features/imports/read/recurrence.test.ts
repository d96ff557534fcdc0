// Rules compared with a second library.
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { expect, test } from 'vitest';
import { readRule, repetitions } from './recurrence.ts';

const from = Date.UTC(2000, 0, 1);
const to = Date.UTC(2032, 0, 1);
const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

function own(text: string, start: number): string[] {
  const rule = readRule(text);
  if (rule === null || rule === 'too_frequent') throw new Error('The rule is refused.');
  const found = repetitions(rule, start, from, to, { left: 10_000_000 });
  // Its caller knows the zone of the start, here UTC.
  const until = rule.until ?? Infinity;
  return found!
    .filter((at) => at <= until)
    .slice(0, 60)
    .map((at) => new Date(at).toISOString());
}

function other(text: string, start: number): string[] {
  const rule = new RRuleTemporal({
    rruleString: `DTSTART:${stamp(start)}\nRRULE:${text}`,
    maxIterations: 20_000,
  });
  const found = rule.between(new Date(from - 1), new Date(to - 1), true).slice(0, 60);
  return found.map((at) => new Date(at.epochMilliseconds).toISOString());
}

const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');
const list = <T>(item: fc.Arbitrary<T>) =>
  fc.uniqueArray(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(','));
const optional = (name: string, value: fc.Arbitrary<unknown>) =>
  fc
    .option(value, { nil: undefined })
    .map((found) => (found === undefined ? [] : [`${name}=${String(found)}`]));
const nth = fc.constantFrom(-2, -1, 1, 2, 3, 5);

const common = [
  optional('INTERVAL', fc.integer({ min: 1, max: 4 })),
  fc.oneof(
    optional('COUNT', fc.integer({ min: 1, max: 40 })),
    optional('UNTIL', fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2031, 0, 1) }).map(stamp)),
  ),
];
const monthDay = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -31, max: -1 }));
const rules = fc
  .oneof(
    fc.tuple(
      fc.constant(['FREQ=DAILY']),
      ...common,
      optional('BYDAY', list(weekday)),
      optional('BYMONTH', list(fc.integer({ min: 1, max: 12 }))),
    ),
    fc.tuple(
      fc.constant(['FREQ=WEEKLY']),
      ...common,
      optional('BYDAY', list(weekday)),
      optional('WKST', weekday),
    ),
    fc.tuple(
      fc.constant(['FREQ=MONTHLY']),
      ...common,
      optional('BYMONTHDAY', list(monthDay)),
      optional('BYMONTH', list(fc.integer({ min: 1, max: 12 }))),
    ),
    fc.tuple(
      fc.constant(['FREQ=MONTHLY']),
      ...common,
      optional(
        'BYDAY',
        fc.tuple(nth, weekday).map(([at, day]) => `${at}${day}`),
      ),
    ),
    fc.tuple(
      fc.constant(['FREQ=MONTHLY']),
      ...common,
      list(weekday).map((days) => [`BYDAY=${days}`]),
      optional('BYSETPOS', fc.constantFrom(1, 2, -1)),
    ),
    fc.tuple(
      fc.constant(['FREQ=YEARLY']),
      ...common,
      optional('BYMONTH', list(fc.integer({ min: 1, max: 12 }))),
      optional('BYMONTHDAY', list(fc.integer({ min: 1, max: 28 }))),
    ),
    fc.tuple(
      fc.constant(['FREQ=YEARLY']),
      ...common,
      fc.constantFrom(['BYMONTH=3'], ['BYMONTH=11']),
      fc.tuple(nth, weekday).map(([at, day]) => [`BYDAY=${at}${day}`]),
    ),
  )
  .map((parts) => parts.flat().join(';'));

test('a rule repeats on the days on which a second library says that it does', () => {
  const starts = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2026, 0, 1) / 60_000 });
  fc.assert(
    fc.property(rules, starts, (text, minute) => {
      const start = minute * 60_000;
      expect([text, ...own(text, start)]).toEqual([text, ...other(text, start)]);
    }),
    { numRuns: 400 },
  );
});

test.each([
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 0],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 0],
  ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=40', 0],
  ['FREQ=YEARLY;BYYEARDAY=366', 6],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 6],
  ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO', 4],
])('%s ends, and repeats %i times in 28 years', (text, count) => {
  const rule = readRule(text);
  if (rule === null || rule === 'too_frequent') throw new Error('The rule is refused.');
  const start = Date.UTC(2005, 0, 1, 10);
  expect(repetitions(rule, start, start, to, { left: 1_000_000 })).toHaveLength(count);
});

test.each([
  '',
  'FREQ=FORTNIGHTLY',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;INTERVAL=x',
  'FREQ=DAILY;BYDAY=XX',
  'FREQ=DAILY;COUNT=-1',
  'FREQ=YEARLY;BYMONTH=13',
  'FREQ=DAILY;UNTIL=20261345',
])('the rule "%s" is refused', (text) => expect(readRule(text)).toBeNull());

test.each(['FREQ=DAILY;COUNT=100000000', 'FREQ=YEARLY;COUNT=100000000;BYMONTH=2;BYMONTHDAY=30'])(
  'the rule %s ends with the budget of days',
  (text) => {
    const rule = readRule(text);
    if (rule === null || rule === 'too_frequent') throw new Error('The rule is refused.');
    expect(repetitions(rule, Date.UTC(1900, 0, 1), from, to, { left: 1000 })).toBeUndefined();
  },
);
