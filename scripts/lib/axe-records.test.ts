import axe from 'axe-core';
import { expect, it } from 'vitest';
import { evidence } from '#features/legal/accessibility-contract.ts';
import { evidenceOf, staleness, type AxeRecord } from './axe-records.ts';

const record = (part: string, more: Partial<AxeRecord> = {}): AxeRecord => ({
  ...{ part, checks: 2, held: {}, undecided: {} },
  ...more,
});
const records = [
  record('settings', { held: { 'color-contrast': 2 }, undecided: { 'color-contrast': 1 } }),
  record('goals', { held: { 'color-contrast': 1, 'image-alt': 2 } }),
];

it('the records of all screens are added up, by rule and with the criteria of the rule', () => {
  const found = evidenceOf(records, '2026-11-26');
  expect(evidence.parse(found)).toEqual({
    ...{ axe: axe.version, day: '2026-11-26', parts: ['goals', 'settings'], checks: 4 },
    rules: [
      { id: 'color-contrast', criteria: ['1.4.3'], held: 3, undecided: 1 },
      { id: 'image-alt', criteria: ['1.1.1'], held: 2, undecided: 0 },
    ],
  });
});

it('a report is out of date with other screens or another axe, and not with more states of a screen', () => {
  const kept = evidenceOf(records, '2026-11-01');
  const now = (change: AxeRecord[]) => evidenceOf(change, '2026-11-26');
  expect(staleness(kept, now([records[0]!, record('goals', { checks: 9 })]))).toBeUndefined();
  expect(staleness(kept, now([...records, record('passkeys')]))).toContain(
    'does not have the screens “passkeys”',
  );
  expect(staleness(kept, now([records[0]!]))).toContain('“goals”, which were not tested');
  expect(staleness({ ...kept, axe: '1.0.0' }, now(records))).toContain('axe 1.0.0');
});
