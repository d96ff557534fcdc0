import { expect, test } from 'vitest';
import { renewalDue } from './session-ticks.ts';

const now = 1_800_000_000_000;

test.each([
  [3600, false],
  [91, false],
  [90, true],
  [30, true],
  [0, true],
  [-5, true],
])('a renewal is due %i s before the session expires: %s (R-A6)', (seconds, due) => {
  expect(renewalDue(now / 1000 + seconds, now)).toBe(due);
});
