import { expect, it } from 'vitest';
import { periodOf, type PeriodName } from './period-rules.ts';

it.each<[PeriodName, string, string, string]>([
  ['this month', '2026-11-25', '2026-11-01', '2026-11-30'],
  ['last month', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['last month', '2024-03-31', '2024-02-01', '2024-02-29'],
  ['this quarter', '2026-11-25', '2026-10-01', '2026-12-31'],
  ['last quarter', '2026-02-25', '2025-10-01', '2025-12-31'],
  ['this half', '2026-06-30', '2026-01-01', '2026-06-30'],
  ['last half', '2026-06-30', '2025-07-01', '2025-12-31'],
  ['this year', '2026-06-30', '2026-01-01', '2026-12-31'],
  ['last year', '2026-06-30', '2025-01-01', '2025-12-31'],
])('%s on %s is from %s to %s', (name, today, from, to) => {
  expect(periodOf(name, today)).toEqual({ from, to });
});
