import { expect, test } from 'vitest';
import { isoInstant } from './pools.ts';

test.each([
  ['2026-11-20 15:40:00+00', '2026-11-20T15:40:00.000Z'],
  ['2026-11-20 15:40:00.1+00', '2026-11-20T15:40:00.100Z'],
  ['2026-11-20 15:40:00.12+00', '2026-11-20T15:40:00.120Z'],
  ['2026-11-20 15:40:00.123+00', '2026-11-20T15:40:00.123Z'],
])('the timestamp %s is read from the database as %s', (text, instant) => {
  expect(isoInstant(text)).toBe(instant);
  expect(new Date(instant).toISOString()).toBe(instant);
});
