import { expect, test } from 'vitest';
import { limits } from './constants.ts';
import { resendFrom, type StoredInvitation } from './rules.ts';

const gap = 86_400;
const pending: StoredInvitation = {
  id: 'invitation',
  type: 'employee',
  email: 'bo@example.com',
  status: 'pending',
  email_state: null,
  expires_at: null,
  created_at: '2026-11-01T10:00:00.000Z',
  sent_at: '2026-11-02T10:00:00.000Z',
  closed_at: null,
  resends: 0,
};
const declined = { status: 'declined', closed_at: '2026-11-05T10:00:00.000Z' } as const;

test.each<[string, Partial<StoredInvitation>, string | null]>([
  ['that was sent', {}, '2026-11-03T10:00:00.000Z'],
  ['that has one resend left', { resends: limits.resends - 1 }, '2026-11-03T10:00:00.000Z'],
  ['that has no resends left', { resends: limits.resends }, null],
  ['whose email is held', { email_state: 'held' }, null],
  ['whose email waits', { email_state: 'waiting' }, null],
  ['whose email failed', { email_state: 'failed' }, pending.created_at],
  ['that sharing an entry created', { sent_at: null }, pending.created_at],
  ['that was declined', declined, '2026-11-12T10:00:00.000Z'],
  ['that was declined and not closed', { ...declined, closed_at: null }, null],
  ['that was accepted', { status: 'accepted', closed_at: '2026-11-05T10:00:00.000Z' }, null],
])('an invitation %s can be sent again from %j (R-E2)', (_which, change, from) => {
  expect(resendFrom({ ...pending, ...change }, gap)).toBe(from);
});
