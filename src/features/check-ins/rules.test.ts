import { describe, expect, test } from 'vitest';
import { dayMs } from '#platform/clock/durations.ts';
import { limits } from './constants.ts';
import { datesDiffer, daysFault } from './reading-rules.ts';
import { contentFault, daysLeftInBin, fileFault } from './rules.ts';

describe('content', () => {
  test('blank content and content above the limit are refused, content at the limit is not', () => {
    expect(contentFault(' \n ')).toBe('content_required');
    expect(contentFault('🚀'.repeat(limits.content))).toBeUndefined();
    expect(contentFault(`${'a'.repeat(limits.content)}  `)).toBeUndefined();
    expect(contentFault('a'.repeat(limits.content + 1))).toBe('content_too_long');
  });
});

describe('dates (R-B1)', () => {
  test('created_at and recorded_at differ if they are at least a day apart', () => {
    expect(datesDiffer('2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z')).toBe(true);
    expect(datesDiffer('2026-11-19T12:00:01Z', '2026-11-20T12:00:00Z')).toBe(false);
  });
});

test.each([
  ['photo.png', 10, 'image/png', 0, undefined],
  ['IMG_1.HEIC', 10, '', 0, undefined],
  ['report.PDF', 10, '', 9, undefined],
  ['notes.txt', 10, 'text/plain', 0, undefined],
  ['report.pdf', 10, 'application/pdf', 10, 'too_many'],
  ['film.mp4', limits.fileBytes, 'video/mp4', 0, undefined],
  ['film.mp4', limits.fileBytes + 1, 'video/mp4', 0, 'too_large'],
  ['notes.txt', 0, 'text/plain', 0, 'empty'],
  ['setup.exe', 10, 'application/x-msdownload', 0, 'type'],
  ['archive.zip', 10, 'application/zip', 0, 'type'],
] as const)(
  'attaching %s of %d bytes, type "%s", to %d other files returns %s',
  (name, size, type, already, fault) => {
    expect(fileFault({ name, size, type }, already)).toBe(fault);
  },
);

test.each([
  ['just now', '2026-11-20T10:00:00.000Z', 30],
  ['by a server whose clock is ahead', '2026-11-20T10:00:30.000Z', 30],
  ['an hour ago', '2026-11-20T09:00:00.000Z', 30],
  ['18 days ago', '2026-11-02T10:00:00.000Z', 12],
  ['an hour less than 30 days ago', '2026-10-21T11:00:00.000Z', 1],
  ['more than 30 days ago but not purged yet', '2026-10-01T10:00:00.000Z', 1],
])('an entry deleted %s (%s) has %d days left in the bin', (_when, deletedAt, days) => {
  expect(daysLeftInBin(deletedAt, Date.parse('2026-11-20T10:00:00.000Z'))).toBe(days);
});

describe('reading', () => {
  test('days are counted up to the limit', () => {
    const span = (days: number) => ({
      from: '2026-01-01T00:00:00Z',
      to: new Date(Date.parse('2026-01-01T00:00:00Z') + days * dayMs).toISOString(),
    });
    expect(daysFault(span(limits.daysCounted))).toBeUndefined();
    expect(daysFault(span(limits.daysCounted + 1))).toBe('days');
  });
});
