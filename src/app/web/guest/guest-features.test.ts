import { expect, test } from 'vitest';
import { guestFeatures } from './guest-features.ts';

test('new, changed, deleted and completed entries and goals count as a guest interaction; reads, undos and files do not', () => {
  expect(guestFeatures.flatMap(({ interactions }) => interactions)).toEqual([
    'POST /api/check_ins',
    'PATCH /api/check_ins/:id',
    'DELETE /api/check_ins/:id',
    'POST /api/goals',
    'PATCH /api/goals/:id',
    'DELETE /api/goals/:id',
    'POST /api/goals/:id/complete',
  ]);
});

test.each(guestFeatures)('%#: each interaction of a guest has a handler', ({ handlers, interactions }) => {
  expect(interactions.filter((key) => handlers[key] === undefined)).toEqual([]);
});
