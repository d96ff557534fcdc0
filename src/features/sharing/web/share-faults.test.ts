import { expect, test } from 'vitest';
import { shareRefusals } from '#features/check-ins/share-constants.ts';
import { emptyShare } from '#features/check-ins/web/drafts/share-input.ts';
import { shareFault, shareFieldOf } from './share-faults.ts';

const share = emptyShare();

test('unchecked boxes have no faults, whatever they hide', () => {
  expect(shareFault({ ...share, managerEmail: 'nonsense', teammateEmail: 'nonsense' }, undefined)).toBe(
    undefined,
  );
});

test('the manager is checked before the teammate', () => {
  const both = { ...share, manager: true, teammate: true };
  expect(shareFault(both, undefined)).toBe('manager_email_required');
  expect(shareFault({ ...both, managerEmail: ' Boss@Example.com ' }, undefined)).toBe(
    'teammate_email_required',
  );
});

test("the user's own address is recognized in another spelling", () => {
  const own = 'ada@example.com';
  expect(shareFault({ ...share, manager: true, managerEmail: ' Ada@Example.com' }, own)).toBe(
    'own_manager_address',
  );
  const teammate = { ...share, teammate: true, teammateEmail: 'ADA@example.com', message: 'x' };
  expect(shareFault(teammate, own)).toBe('own_teammate_address');
});

test('every refusal of input has a field', () => {
  const withoutField = Object.keys(shareRefusals).filter((code) => !shareFieldOf[code]);
  expect(withoutField).toEqual(['too_many_manager_emails', 'too_many_shoutouts']);
});
