import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '#platform/clock/durations.ts';
import { limits } from './constants.ts';
import { isEndpoint, isStale, lineOf, nextAt, weekStart } from './rules.ts';

const zones = Intl.supportedValuesOf('timeZone');
const zone = fc.constantFrom(...zones);
const instant = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) });
const schedule = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  hour: fc.integer({ min: 0, max: 23 }),
  timeZone: zone,
});

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** What a clock on the wall shows, by a second implementation. */
function wall(at: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', day: '2-digit' },
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    weekday: weekdays.indexOf(parts['weekday']!) + 1,
    hour: Number(parts['hour']),
    minute: Number(parts['minute']),
    day: parts['day'],
  };
}
/** Whether the zone's clock never shows this hour on the day of the instant. */
function isSkipped(at: number, hour: number, timeZone: string): boolean {
  const { day } = wall(at, timeZone);
  for (let near = at - 26 * hourMs; near <= at + 26 * hourMs; near += 15 * 60_000) {
    const shown = wall(near, timeZone);
    if (shown.day === day && shown.hour === hour && shown.minute === 0) return false;
  }
  return true;
}

describe('when a reminder is due (R-N5)', () => {
  it('is on a chosen day at the hour of the zone, or at the end of the gap that skips it', () => {
    fc.assert(
      fc.property(schedule, instant, (chosen, after) => {
        const at = nextAt(chosen, after);
        const shown = wall(at, chosen.timeZone);
        expect(at).toBeGreaterThan(after);
        expect(chosen.days).toContain(shown.weekday);
        const isAtHour = shown.hour === chosen.hour && shown.minute === 0;
        expect(isAtHour || isSkipped(at, chosen.hour, chosen.timeZone)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is the first such time: none lies between, and the next one after it is on another day', () => {
    fc.assert(
      fc.property(schedule, instant, (chosen, after) => {
        const at = nextAt(chosen, after);
        for (let between = after + hourMs; between < at; between += 6 * hourMs)
          expect(nextAt(chosen, between)).toBe(at);
        const following = nextAt(chosen, at);
        expect(following - at).toBeGreaterThan(20 * hourMs);
        expect(nextAt(chosen, at - 1)).toBe(at);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    // The clock goes from 2 to 3 in New York.
    ['in a gap', 'America/New_York', 2, '2026-03-07T12:00:00Z', '2026-03-08T07:00:00Z'],
    // 1:00 occurs twice.
    ['in a repeated hour', 'America/New_York', 1, '2026-10-31T12:00:00Z', '2026-11-01T05:00:00Z'],
    ['after the first of two', 'America/New_York', 1, '2026-11-01T05:00:00Z', '2026-11-02T06:00:00Z'],
    ['at a skipped midnight', 'Asia/Beirut', 0, '2026-03-28T12:00:00Z', '2026-03-28T22:00:00Z'],
    ['with half an hour', 'Australia/Lord_Howe', 2, '2026-10-03T12:00:00Z', '2026-10-03T15:30:00Z'],
    ['far east', 'Pacific/Kiritimati', 9, '2026-11-26T00:00:00Z', '2026-11-26T19:00:00Z'],
  ])('an hour %s', (_what, timeZone, hour, after, expected) => {
    const at = nextAt({ days: [1, 2, 3, 4, 5, 6, 7], hour, timeZone }, Date.parse(after));
    expect(new Date(at).toISOString()).toBe(new Date(expected).toISOString());
  });

  it('leaves out a day that the zone skips', () => {
    // Samoa had no Friday, December 30, 2011.
    const at = nextAt({ days: [5], hour: 9, timeZone: 'Pacific/Apia' }, Date.parse('2011-12-28T12:00:00Z'));
    expect(new Date(at).toISOString()).toBe('2012-01-05T19:00:00.000Z');
  });

  it('is too late after a day', () => {
    expect(isStale(0, limits.lateHours * hourMs)).toBe(false);
    expect(isStale(0, limits.lateHours * hourMs + 1)).toBe(true);
  });

  it('a week begins on Monday at midnight of the zone', () => {
    fc.assert(
      fc.property(zone, instant, (timeZone, at) => {
        const start = weekStart(at, timeZone);
        expect(wall(start, timeZone).weekday).toBe(1);
        expect(at - start).toBeGreaterThanOrEqual(0);
        expect(at - start).toBeLessThan(7 * dayMs + 2 * hourMs);
        expect(wall(start - 1, timeZone).weekday).toBe(7);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a line of the weekly email', () => {
  it.each([
    ['Two\nlines\t here ', 'Two lines here'],
    ['x'.repeat(120), 'x'.repeat(120)],
    ['x'.repeat(121), `${'x'.repeat(119)}…`],
    ['👩‍🚀'.repeat(100), expect.stringMatching(/…$/)],
  ])('%j', (text, line) => expect(lineOf(text)).toEqual(line));

  it('has no half of a character', () => {
    expect(lineOf('𝒳'.repeat(200))).toBe(`${'𝒳'.repeat(119)}…`);
  });
});

describe('the address of a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGuid',
    'https://wns2-par02p.notify.windows.com/w/?token=BQ%3d',
  ])('may be %s', (text) => expect(isEndpoint(text)).toBe(true));

  it.each([
    '',
    'nothing',
    'http://push.example.com/a',
    'ftp://push.example.com/a',
    'https://localhost/a',
    'https://push/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://push.example.com:8443/a',
    'https://user:secret@push.example.com/a',
    'https://push.example.com/a#b',
    'javascript:alert(1)',
    'file:///etc/passwd',
  ])('may not be %j', (text) => expect(isEndpoint(text)).toBe(false));
});
