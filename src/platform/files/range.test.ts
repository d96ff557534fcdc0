import { expect, test } from 'vitest';
import { rangeWithin, wantedRange } from './range.ts';

test.each<[string | undefined, number, ReturnType<typeof rangeWithin> | 'whole']>([
  [undefined, 100, 'whole'],
  ['', 100, 'whole'],
  ['bytes=0-', 100, { start: 0, end: 99 }],
  ['bytes=0-0', 100, { start: 0, end: 0 }],
  ['bytes=10-19', 100, { start: 10, end: 19 }],
  ['bytes=99-', 100, { start: 99, end: 99 }],
  ['bytes=90-500', 100, { start: 90, end: 99 }],
  ['bytes=-5', 100, { start: 95, end: 99 }],
  ['bytes=-500', 100, { start: 0, end: 99 }],
  ['Bytes = 1 - 2', 100, { start: 1, end: 2 }],
  ['bytes=100-', 100, 'outside'],
  ['bytes=100-200', 100, 'outside'],
  ['bytes=-0', 100, 'outside'],
  ['bytes=0-', 0, 'outside'],
  ['bytes=-1', 0, 'outside'],
  ['bytes=-', 100, 'whole'],
  ['bytes=5-4', 100, 'whole'],
  ['bytes=0-1,5-6', 100, 'whole'],
  ['bytes=a-b', 100, 'whole'],
  ['bytes=1-2x', 100, 'whole'],
  ['bytes=--1', 100, 'whole'],
  ['lines=0-1', 100, 'whole'],
  ['bytes=99999999999999999999-', 100, 'whole'],
  ['bytes=0-999999999999999', 100, { start: 0, end: 99 }],
])('Range header %s for an object of %i bytes', (header, size, range) => {
  const wanted = wantedRange(header);
  expect(wanted ? rangeWithin(wanted, size) : 'whole').toEqual(range);
});
