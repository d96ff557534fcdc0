import { expect, test } from 'vitest';
import { entryWith } from '#tests/support/entry.ts';
import type { CheckIn } from '../../contract.ts';
import { newestRow } from './newest-row.ts';

const saved = entryWith({ shared_with_manager: true, manager_email: 'boss@example.com' });

test('a sent entry is shown as in the response, unless a live event already brought a newer row', () => {
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
