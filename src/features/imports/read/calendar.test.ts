import { describe, expect, test } from 'vitest';
import { fileOf, importFiles, importText, zipOf } from '#tests/support/imports.ts';

const calendarOf = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

/** As Google Calendar exports it: a user's own calendar is named by their address. */
const google = calendarOf(
  'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
  'CALSCALE:GREGORIAN',
  'METHOD:PUBLISH',
  'X-WR-CALNAME:ada@example.com',
  'X-WR-TIMEZONE:Europe/Berlin',
  event(
    'DTSTART:20260915T083000Z',
    'DTEND:20260915T093000Z',
    'DTSTAMP:20261126T063000Z',
    'UID:3f9k2v0q1r@google.com',
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Ada E',
    ' xample;X-NUM-GUESTS=0:mailto:ada@example.com',
    'DESCRIPTION:<p>Slides: <a href="https://example.com/q3">Q3</a></p>',
    'SUMMARY:Presented the Q3 roadmap\\, with questions',
    'STATUS:CONFIRMED',
  ),
  event(
    'DTSTART:20260916T083000Z',
    'UID:declined@google.com',
    'ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=DECLINED;CN="Example, Ada":mailto:ADA@example.com',
    'SUMMARY:Vendor lunch',
  ),
  event(
    'DTSTART;VALUE=DATE:20260917',
    'DTEND;VALUE=DATE:20260918',
    'UID:allday@google.com',
    'SUMMARY:Offsite',
  ),
  event(
    'DTSTART;TZID=Europe/Berlin:20260803T093000',
    'RRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20260831T215959Z;BYDAY=MO',
    'EXDATE;TZID=Europe/Berlin:20260810T093000',
    'UID:series@google.com',
    'SUMMARY:Team sync',
  ),
  event(
    'DTSTART;TZID=Europe/Berlin:20260818T140000',
    'RECURRENCE-ID;TZID=Europe/Berlin:20260817T093000',
    'UID:series@google.com',
    'SUMMARY:Team sync (moved)',
  ),
  event(
    'DTSTART;TZID=Europe/Berlin:20260824T093000',
    'RECURRENCE-ID;TZID=Europe/Berlin:20260824T093000',
    'UID:series@google.com',
    'SUMMARY:Team sync',
    'STATUS:CANCELLED',
  ),
);

/** As Outlook exports it: zones of Windows, which the file defines. */
const outlook = calendarOf(
  'PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN',
  'METHOD:PUBLISH',
  'X-MS-OLK-FORCEINSPECTOROPEN:TRUE',
  'BEGIN:VTIMEZONE',
  'TZID:Pacific Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16011104T020000',
  'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
  'TZOFFSETFROM:-0700',
  'TZOFFSETTO:-0800',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010311T020000',
  'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
  'TZOFFSETFROM:-0800',
  'TZOFFSETTO:-0700',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
  event(
    'CLASS:PUBLIC',
    'DTSTART;TZID="Pacific Standard Time":20260302T090000',
    'PRIORITY:5',
    'SUMMARY;LANGUAGE=en-us:Before the change',
    'UID:040000008200E00074C5B7101A82E00800000000B0F1',
    'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
    'BEGIN:VALARM',
    'TRIGGER:-PT15M',
    'DESCRIPTION:Reminder',
    'END:VALARM',
  ),
  event('DTSTART;TZID="Pacific Standard Time":20260309T090000', 'SUMMARY:After the change', 'UID:outlook-2'),
  event('DTSTART;TZID="Pacific Standard Time":20261102T090000', 'SUMMARY:Back again', 'UID:outlook-3'),
);

/** As Apple's Calendar exports it. */
const apple = calendarOf(
  'CALSCALE:GREGORIAN',
  'PRODID:-//Apple Inc.//macOS 15.0//EN',
  'X-APPLE-CALENDAR-COLOR:#1BADF8',
  'X-WR-CALNAME:Work',
  event(
    'CREATED:20260901T101112Z',
    'DTSTART;TZID=America/New_York:20260904T170000',
    'SUMMARY:Release 4.2',
    'TRANSP:OPAQUE',
    'UID:8D1A2B3C-0000-4F00-9000-000000000001',
    'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
  ),
  'BEGIN:VTODO',
  'UID:todo-1',
  'SUMMARY:Write the runbook',
  'COMPLETED:20260905T080000Z',
  'END:VTODO',
  'BEGIN:VTODO',
  'UID:todo-2',
  'SUMMARY:Not yet',
  'END:VTODO',
);

describe('a calendar', () => {
  test('of Google: declined, moved and cancelled events, a series, a whole day and folded lines', async () => {
    const { lines, counts, found } = await importText('calendar', 'ada.ics', google);
    expect(lines).toEqual([
      '2026-09-17T10:00 Offsite',
      '2026-09-15T08:30 Presented the Q3 roadmap, with questions',
      '2026-08-31T07:30 Team sync',
      '2026-08-18T12:00 Team sync (moved)',
      '2026-08-03T07:30 Team sync',
    ]);
    expect(counts).toEqual({ declined: 1, cancelled: 1 });
    expect(found.filter(({ group }) => group === 'Team sync')).toHaveLength(2);
    expect(found[0]!.reason).toBe('Event in your calendar “ada@example.com”');
  });

  test('of Outlook: zones that the file defines, with their change of the clock', async () => {
    const { lines } = await importText('calendar', 'outlook.ics', outlook);
    expect(lines).toEqual([
      '2026-11-02T17:00 Back again',
      '2026-03-09T16:00 After the change',
      '2026-03-02T17:00 Before the change',
    ]);
  });

  test('of Apple: zones without a definition, and tasks that are done', async () => {
    const { lines, counts } = await importText('calendar', 'Work.ics', apple);
    expect(lines).toEqual(['2026-09-05T08:00 Write the runbook', '2026-09-04T21:00 Release 4.2']);
    expect(counts).toEqual({ not_done: 1 });
  });

  test('of Google Takeout: a ZIP of calendars, whose common events are suggested once', async () => {
    const zip = zipOf([
      { name: 'Takeout/Calendar/ada@example.com.ics', content: google },
      { name: 'Takeout/Calendar/copy.ics', content: google },
      { name: 'Takeout/Calendar/Work.ics', content: apple },
      { name: 'Takeout/archive_browser.html', content: '<html></html>' },
    ]);
    const { found, counts } = await importFiles('calendar', [fileOf('takeout.zip', zip)]);
    expect(found).toHaveLength(7);
    expect(counts).toMatchObject({ duplicate: 5 });
  });

  test('has the same ids in every import, whatever the period', async () => {
    const whole = await importText('calendar', 'a.ics', google);
    const part = await importText('calendar', 'b.ics', google, { from: '2026-08-10T00:00:00Z' });
    const ids = whole.found.map(({ sourceId }) => sourceId);
    for (const { sourceId } of part.found) expect(ids).toContain(sourceId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('with endless, impossible and broken rules is read to its end', async () => {
    const start = 'DTSTART:20260105T100000Z';
    const text = calendarOf(
      event(start, 'UID:1', 'SUMMARY:Endless', 'RRULE:FREQ=DAILY'),
      event(start, 'UID:2', 'SUMMARY:Never again', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
      event(start, 'UID:3', 'SUMMARY:Each second', 'RRULE:FREQ=SECONDLY'),
      event(start, 'UID:4', 'SUMMARY:Broken', 'RRULE:FREQ=WEEKLY;INTERVAL=0'),
      event('DTSTART:18900101T100000Z', 'UID:5', 'SUMMARY:Too old', 'RRULE:FREQ=DAILY'),
      event('DTSTART:21000101T100000Z', 'UID:6', 'SUMMARY:Too new'),
      event('DTSTART:20260230T100000Z', 'UID:7', 'SUMMARY:No day'),
      event('UID:8', 'SUMMARY:No date'),
      event(start, 'UID:9', 'SUMMARY:Twice'),
      event(start, 'UID:9', 'SUMMARY:Twice'),
    );
    const { lines, skipped } = await importText('calendar', 'a.ics', text, { from: '2026-11-20T00:00:00Z' });
    expect(lines.filter((line) => line.endsWith('Endless'))).toHaveLength(7);
    expect(lines).toHaveLength(7);
    expect(skipped.map(({ why }) => why).toSorted()).toEqual(
      [
        'bad_date',
        'bad_date',
        'broken_line',
        'in_future',
        'no_date',
        'out_of_period',
        'out_of_period',
        'too_frequent',
      ].toSorted(),
    );
  });

  test('with a zone whose clock changes each day is read quickly, with one change a year', async () => {
    const change = ['DTSTART:19700101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'RRULE:FREQ=DAILY'];
    const zone = Array.from({ length: 1000 }, () => ['BEGIN:DAYLIGHT', ...change, 'END:DAYLIGHT']).flat();
    const events = Array.from({ length: 100 }, (_, n) =>
      event(`DTSTART;TZID=Hostile:${1920 + n}0601T100000`, `UID:${n}`, 'SUMMARY:Kept'),
    );
    const start = performance.now();
    const { lines } = await importText(
      'calendar',
      'a.ics',
      calendarOf('BEGIN:VTIMEZONE', 'TZID:Hostile', ...zone, 'END:VTIMEZONE', ...events),
    );
    expect(performance.now() - start).toBeLessThan(5000);
    expect(lines).toHaveLength(100);
    expect(lines[0]).toBe('2019-06-01T08:00 Kept');
  });

  test('that is cut off or has broken lines keeps what is complete, and names the line', async () => {
    const text = calendarOf(event('DTSTART:20260105T100000Z', 'UID:1', 'SUMMARY:Kept')).replace(
      'VERSION:2.0',
      'no property',
    );
    const cut = text.replace('END:VCALENDAR', 'BEGIN:VEVENT\r\nDTSTART:20260106T100000Z\r\nSUMMARY:Cut');
    const { lines, skipped } = await importText('calendar', 'a.ics', cut);
    expect(lines).toEqual(['2026-01-05T10:00 Kept']);
    expect(skipped).toEqual([
      { where: 'a.ics:2', why: 'broken_line' },
      { where: 'a.ics:8', why: 'ended_early' },
    ]);
  });

  test('that is something else is named as such', async () => {
    const { found, counts } = await importText('calendar', 'page.ics', '<html><body>Sign in</body></html>');
    expect(found).toEqual([]);
    expect(counts).toEqual({ not_this_format: 1 });
  });
});
