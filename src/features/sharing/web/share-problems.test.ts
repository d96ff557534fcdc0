import { expect, test } from 'vitest';
import { shareRefusals } from '#features/check-ins/share-constants.ts';
import { emptyShare } from '#features/check-ins/web/drafts/share-input.ts';
import { shareProblem, shareFieldOf } from './share-problems.ts';

const share = emptyShare();

test('unchecked boxes have no problems, whatever they hide', () => {
  expect(shareProblem({ ...share, managerEmail: 'nonsense', teammateEmail: 'nonsense' }, undefined)).toBe(
    undefined,
  );
});

test('the manager is checked before the teammate', () => {
  const both = { ...share, manager: true, teammate: true };
  expect(shareProblem(both, undefined)).toBe('manager_email_required');
  expect(shareProblem({ ...both, managerEmail: ' Boss@Example.com ' }, undefined)).toBe(
    'teammate_email_required',
  );
});

test("the user's own address is recognized in another spelling", () => {
  const own = 'ada@example.com';
  expect(shareProblem({ ...share, manager: true, managerEmail: ' Ada@Example.com' }, own)).toBe(
    'own_manager_address',
  );
  const teammate = { ...share, teammate: true, teammateEmail: 'ADA@example.com', message: 'x' };
  expect(shareProblem(teammate, own)).toBe('own_teammate_address');
});

test('every refusal of input has a field', () => {
  const withoutField = Object.keys(shareRefusals).filter((code) => !shareFieldOf[code]);
  expect(withoutField).toEqual(['too_many_manager_emails', 'too_many_shoutouts']);
});
