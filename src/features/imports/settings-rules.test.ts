import { expect, test } from 'vitest';
import { addressesOf, daysOf, type Settings } from './settings-rules.ts';

const settings: Settings = { period: 'year', from: '', to: '', timeZone: 'UTC', addresses: '' };
const today = '2026-11-26';

test('a period is a year that includes today, everything, or the chosen days', () => {
  expect(daysOf(settings, today)).toEqual({ from: '2025-11-27', to: today });
  expect(daysOf(settings, '2024-02-29')).toEqual({ from: '2023-03-02', to: '2024-02-29' });
  expect(daysOf({ ...settings, period: 'all' }, today)).toEqual({ from: null, to: today });
  const custom = { ...settings, period: 'custom' as const, from: '2026-01-01', to: '2026-01-31' };
  expect(daysOf(custom, today)).toEqual({ from: '2026-01-01', to: '2026-01-31' });
  expect(daysOf({ ...custom, to: '' }, today)).toBeUndefined();
  expect(daysOf({ ...custom, to: '2025-01-01' }, today)).toBeUndefined();
});

test('addresses are read however they are separated', () => {
  expect(addressesOf({ ...settings, addresses: 'Ada@Example.com, a@b.c;x nobody' })).toEqual([
    'ada@example.com',
    'a@b.c',
  ]);
});
