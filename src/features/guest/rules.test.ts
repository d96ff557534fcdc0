import { expect, test } from 'vitest';
import { isInteraction } from './rules.ts';

test.each([
  'POST /api/check_ins',
  'PATCH /api/check_ins/:id',
  'DELETE /api/check_ins/:id',
  'POST /api/goals',
  'POST /api/goals/:id/complete',
])('%s counts as a guest interaction', (key) => expect(isInteraction(key)).toBe(true));

test.each([
  'GET /api/check_ins',
  'POST /api/check_ins/:id/restore',
  'POST /api/storage/log-files',
  'POST /api/storage/log-files/:id/sign',
  'DELETE /api/check_ins/:id/missing_files/:file_id',
  'POST /api/goals/:id/reopen',
])('%s does not count as a guest interaction', (key) => expect(isInteraction(key)).toBe(false));
