import { expect, test } from 'vitest';
import type { CheckIn } from '../../contract.ts';
import { newestRow } from './newest-row.ts';

const saved: CheckIn = {
  id: 'a',
  user_id: 'u',
  kind: 'entry',
  content: 'a',
  emoji: null,
  created_at: '2026-11-20T10:00:00.000Z',
  recorded_at: '2026-11-20T10:00:00.000Z',
  edited_at: null,
  deleted_at: null,
  file_count: 0,
  missing_files: [],
  shared_with_manager: true,
  manager_email: 'boss@example.com',
  manager_email_state: null,
  teammate_email: null,
  teammate_message: null,
  teammate_email_state: null,
};

test('a sent entry is shown as it was answered, unless a live event already brought a newer row', () => {
  expect(newestRow(undefined, saved)).toBe(saved);
  const failed: CheckIn = { ...saved, manager_email_state: 'failed' };
  expect(newestRow(failed, saved)).toBe(failed);
});

test('files that were uploaded after the live event count as arrived', () => {
  const file = (id: string) => ({ id, name: `${id}.png`, size: 1, position: 0 });
  const loaded: CheckIn = {
    ...saved,
    manager_email_state: 'failed',
    missing_files: [file('f'), file('g')],
  };
  const uploaded: CheckIn = { ...saved, file_count: 1, missing_files: [file('g')] };
  expect(newestRow(loaded, uploaded)).toEqual({
    ...loaded,
    file_count: 1,
    missing_files: [file('g')],
  });
});
