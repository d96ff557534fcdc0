import { expect, it } from 'vitest';
import { parse, safeParse } from 'zod/mini';
import { instant, timeZone } from './payload-contract.ts';

it.each([
  ['2025-03-04T05:06:07Z', true],
  ['2025-03-04T05:06:07+14:00', true],
  ['2025-03-04T05:06:07-15:59', true],
  // PostgreSQL reads none of these.
  ['2025-03-04T05:06:07+16:00', false],
  ['2025-03-04T05:06:07-16:00', false],
  ['2025-03-04T05:06:07+23:59', false],
  ['0001-01-01T00:00:00+14:00', false],
])('an instant is accepted only if PostgreSQL reads it: %s', (text, isAccepted) => {
  expect(safeParse(instant, text).success).toBe(isAccepted);
});

it.each([
  ['Europe/Vienna', true],
  ['Etc/GMT-2', true],
  ['UTC', true],
  // PostgreSQL reads these with the opposite sign.
  ['+02:00', false],
  ['-05', false],
  ['UTC+2', false],
  ['GMT-05:00', false],
  ['Mars/Olympus', false],
  ["UTC'; drop table x", false],
  ['', false],
])('a time zone is accepted only if it is an IANA name: %s', (name, isAccepted) => {
  expect(safeParse(timeZone, name).success).toBe(isAccepted);
});

it('a time zone becomes the name that the server and PostgreSQL know', () => {
  expect(parse(timeZone, 'europe/vienna')).toBe('Europe/Vienna');
});
