import { expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
import { instant } from './payload-contract.ts';

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
