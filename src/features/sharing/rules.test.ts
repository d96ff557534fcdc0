import { expect, test } from 'vitest';
import { limits as shoutoutLimits } from '#features/shoutouts/constants.ts';
import { managerProblem, teammateProblem } from './rules.ts';

const boss = { address: 'boss@example.com', isAddress: true, isOwn: false };

test('a manager needs a valid address that is not the user’s own', () => {
  expect(managerProblem(boss)).toBeUndefined();
  expect(managerProblem({ ...boss, address: '', isAddress: false })).toBe('manager_email_required');
  expect(managerProblem({ ...boss, address: 'boss', isAddress: false })).toBe('invalid_manager_email');
  expect(managerProblem({ ...boss, isOwn: true })).toBe('own_manager_address');
});

test('a teammate needs a valid address that is not the user’s own, and a message', () => {
  expect(teammateProblem(boss, 'Thank you')).toBeUndefined();
  expect(teammateProblem({ ...boss, address: '', isAddress: false }, '')).toBe('teammate_email_required');
  expect(teammateProblem({ ...boss, address: 'bo', isAddress: false }, 'x')).toBe('invalid_teammate_email');
  expect(teammateProblem({ ...boss, isOwn: true }, 'x')).toBe('own_teammate_address');
  expect(teammateProblem(boss, ' \r\n\u0000')).toBe('teammate_message_required');
});

test('a message to a teammate is counted in characters, after it is trimmed', () => {
  expect(teammateProblem(boss, ` ${'😀'.repeat(shoutoutLimits.message)} `)).toBeUndefined();
  expect(teammateProblem(boss, 'x'.repeat(shoutoutLimits.message + 1))).toBe('teammate_message_too_long');
});
