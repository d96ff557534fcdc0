import { describe, expect, test } from 'vitest';
import { limits } from './constants.ts';
import { contentProblem, daysLeftInBin, fileProblem, hasThumbnail } from './rules.ts';

describe('content', () => {
  test('blank content and content above the limit are refused, content at the limit is not', () => {
    expect(contentProblem(' \n ')).toBe('content_required');
    expect(contentProblem('🚀'.repeat(limits.content))).toBeUndefined();
    expect(contentProblem(`${'a'.repeat(limits.content)}  `)).toBeUndefined();
    expect(contentProblem('a'.repeat(limits.content + 1))).toBe('content_too_long');
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
  (name, size, type, already, problem) => {
    expect(fileProblem({ name, size, type }, already)).toBe(problem);
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

const megabyte = 1024 * 1024;
test.each([
  ['image', 'image/jpeg', 5 * megabyte, true],
  ['image', 'image/gif', megabyte, true],
  ['image', 'image/gif', megabyte + 1, false],
  ['image', 'image/svg+xml', 10, true],
  ['text', 'text/plain', 10, false],
  ['none', 'image/jpeg', 10, false],
] as const)('a file with the preview %s, of type %s and %d bytes, has a thumbnail: %s', (...row) => {
  const [preview, mime_type, file_size, has] = row;
  expect(hasThumbnail({ preview, mime_type, file_size })).toBe(has);
});
