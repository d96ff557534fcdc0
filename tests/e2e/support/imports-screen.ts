// Files for /import, with dates of the last days, and how they are chosen.
import { pageAnswers } from './screen.ts';
import type { Page } from '@playwright/test';
import { dayMs } from '#platform/clock/durations.ts';

/** A day that many days ago, `YYYY-MM-DD`. */
export const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const stamp = (days: number) => daysAgo(days).replaceAll('-', '');

export const calendarFile = () => ({
  name: 'work.ics',
  mimeType: 'text/calendar',
  buffer: Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'X-WR-CALNAME:Work',
      ...[
        'BEGIN:VEVENT',
        `DTSTART:${stamp(3)}T090000Z`,
        'UID:1',
        'SUMMARY:Presented the roadmap',
        'END:VEVENT',
      ],
      ...[
        'BEGIN:VEVENT',
        `DTSTART:${stamp(40)}T080000Z`,
        'RRULE:FREQ=WEEKLY;COUNT=4',
        'UID:2',
        'SUMMARY:Team sync',
        'END:VEVENT',
      ],
      ...[
        'BEGIN:VEVENT',
        `DTSTART:${stamp(5)}T080000Z`,
        'STATUS:CANCELLED',
        'UID:3',
        'SUMMARY:Canceled',
        'END:VEVENT',
      ],
      ...['BEGIN:VEVENT', 'DTSTART:20260230T080000Z', 'UID:4', 'SUMMARY:No such day', 'END:VEVENT'],
      'END:VCALENDAR',
    ].join('\r\n'),
  ),
});

export const recommendationsFile = () => ({
  name: 'Recommendations_Received.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'First Name,Last Name,Company,Job Title,Text,Creation Date,Status\nGrace,Hopper,Navy,Admiral,"Clear and quick.","11/05/21, 09:30 AM",VISIBLE\n',
  ),
});

type File = { name: string; mimeType: string; buffer: Buffer };

/** Opens the page of a format, and chooses files. */
export async function chooseFiles(page: Page, format: string, ...files: File[]): Promise<void> {
  await page.goto('/import');
  await pageAnswers(page);
  await page.getByRole('link', { name: new RegExp(`^${format}`) }).click();
  await page.getByRole('heading', { level: 1, name: format }).waitFor();
  await page.getByLabel('Choose a file').setInputFiles(files);
}

/** Chooses a table with that many rows, which the browser makes: sending it there would take longer than reading it. */
export async function chooseLongTable(page: Page, rows: number): Promise<void> {
  await page.getByLabel('Choose a file').evaluate(
    (input: HTMLInputElement, { day, count }) => {
      const lines = Array.from({ length: count }, (_, index) => `${day},Row ${index} of a long table`);
      const files = new DataTransfer();
      files.items.add(new File(['Date,Text\n', lines.join('\n')], 'long.csv'));
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { day: daysAgo(2), count: rows },
  );
}

/** A calendar of the last twelve months: series of a week and of two weeks, and other meetings, one or two a week. */
export const yearOfCalendar = () => {
  const event = (uid: string, day: number, summary: string, more: string[] = []) => [
    ...['BEGIN:VEVENT', `UID:${uid}`, `DTSTART:${stamp(day)}T090000Z`, `DTEND:${stamp(day)}T100000Z`],
    ...[`SUMMARY:${summary}`, ...more, 'END:VEVENT'],
  ];
  const meetings = Array.from({ length: 90 }, (_, n) =>
    event(`one-${n}`, 1 + n * 4, `Workshop ${n + 1} with a customer`),
  );
  const lines = [
    ...['BEGIN:VCALENDAR', 'X-WR-CALNAME:Work'],
    ...event('weekly', 364, 'Weekly review', ['RRULE:FREQ=WEEKLY']),
    ...event('demo', 360, 'Demo of the sprint', ['RRULE:FREQ=WEEKLY;INTERVAL=2']),
    ...event('daily', 364, 'Daily standup', ['RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR']),
    ...meetings.flat(),
    'END:VCALENDAR',
  ];
  return { name: 'work.ics', mimeType: 'text/calendar', buffer: Buffer.from(lines.join('\r\n')) };
};

/** A table of the last twelve months, as trackers export it: several rows a day, of a few projects. */
export const yearOfTable = (rows = 1200) => {
  const projects = ['Search', 'Import', 'Billing', 'Docs'];
  const lines = Array.from({ length: rows }, (_, n) => {
    const day = daysAgo(1 + Math.floor((n * 363) / rows));
    return `OPS-${n + 1},${day},"Finished task ${n + 1}, with its tests",${projects[n % projects.length]}`;
  });
  const text = ['Key,Resolved,Summary,Project', ...lines].join('\n');
  return { name: 'tasks.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
};
