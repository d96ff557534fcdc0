import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateReader, guessDayFirst } from './dates.ts';
import { instants } from './local-time.ts';

const read = (text: string, dayFirst = true, zone = 'Europe/Berlin') => {
  const at = dateReader(zone)(text, dayFirst);
  return at === undefined ? undefined : new Date(at).toISOString();
};

test.each([
  ['2026-05-01', '2026-05-01T10:00:00.000Z'],
  ['2026-05-01 09:30', '2026-05-01T07:30:00.000Z'],
  ['2026-05-01T09:30:15.5Z', '2026-05-01T09:30:15.500Z'],
  ['2026-05-01T09:30:00+05:30', '2026-05-01T04:00:00.000Z'],
  ['2026/5/1', '2026-05-01T10:00:00.000Z'],
  ['20260501', '2026-05-01T10:00:00.000Z'],
  ['20260501T093000Z', '2026-05-01T09:30:00.000Z'],
  ['1.5.2026', '2026-05-01T10:00:00.000Z'],
  ['01/05/26 3:45 PM', '2026-05-01T13:45:00.000Z'],
  ['05/13/2026', '2026-05-13T10:00:00.000Z'],
  ['12/Mar/26 3:45 PM', '2026-03-12T14:45:00.000Z'],
  ['1 May 2026', '2026-05-01T10:00:00.000Z'],
  ['1. Mai 2026', '2026-05-01T10:00:00.000Z'],
  ['1 de mayo de 2026', '2026-05-01T10:00:00.000Z'],
  ['Friday, May 1, 2026', '2026-05-01T10:00:00.000Z'],
  ['Thu Aug 05 2021 09:17:24 GMT+0000 (Coordinated Universal Time)', '2021-08-05T09:17:24.000Z'],
  ['Jan 2020', '2020-01-01T11:00:00.000Z'],
  ['2020', '2020-01-01T11:00:00.000Z'],
  ['1777623000', '2026-05-01T08:10:00.000Z'],
  ['1900-01-01', '1900-01-01T11:00:00.000Z'],
  ['2100-01-01', '2100-01-01T11:00:00.000Z'],
])('%s is read', (text, expected) => expect(read(text)).toBe(expected));

test.each([
  '',
  'soon',
  '2026-02-30',
  '31/02/2026',
  '2026-13-01',
  '2026-05-01 25:00',
  '0000-00-00',
  '99999',
  '1 Foo 2026',
])('"%s" is no date', (text) => expect(read(text)).toBeUndefined());

test('an order of days and months is taken from the dates that have one reading only', () => {
  expect(guessDayFirst(['03/04/2026', '13/04/2026'], false)).toBe(true);
  expect(guessDayFirst(['03/04/2026', '04/13/2026'], true)).toBe(false);
  expect(guessDayFirst(['03/04/2026'], true)).toBe(true);
  expect(read('03/04/2026', false)).toBe('2026-03-04T11:00:00.000Z');
});

test('a wall-clock time has the instant at which clocks of the zone show it, also around transitions', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Asia/Kathmandu',
    'America/Sao_Paulo',
    'UTC',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(1950, 0, 1) / 60_000, max: Date.UTC(2100, 0, 1) / 60_000 }),
      (zone, minute) => {
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'medium',
        });
        const at = minute * 60_000;
        const text = shown.format(at);
        const found = instants(zone)(Date.parse(`${text.replace(' ', 'T')}Z`));
        // Clocks show an hour twice when they are set back: either of both is fine.
        expect(shown.format(found)).toBe(text);
      },
    ),
    { numRuns: 2000 },
  );
});
