import { expect, test } from 'vitest';
import { emptyDraft, isEmpty } from './drafts.ts';
import { readyToSend } from './ready-draft.ts';
import { fromLocalField, toLocalField } from './local-date.ts';

test('a retried draft keeps its id, and a changed one gets a new id', () => {
  const sent = readyToSend({ ...emptyDraft(), content: 'a' });
  expect(readyToSend(sent)).toEqual(sent);
  const changed = readyToSend({ ...sent, content: 'b' });
  expect(changed.id).not.toBe(sent.id);
  expect(readyToSend(changed).id).toBe(changed.id);
});

test('a draft with only an emoji or a date is not empty', () => {
  expect(isEmpty({ ...emptyDraft(), content: ' \n' })).toBe(true);
  expect(isEmpty({ ...emptyDraft(), emoji: '🚀' })).toBe(false);
  expect(isEmpty({ ...emptyDraft(), date: '2026-11-20T10:00' })).toBe(false);
});

test('the date field converts local time to the minute and rejects incomplete values', () => {
  const at = new Date(2026, 0, 2, 3, 4);
  expect(toLocalField(at)).toBe('2026-01-02T03:04');
  expect(fromLocalField('2026-01-02T03:04')).toEqual(at);
  for (const wrong of ['', '2026-01-02', '2026-13-40T99:99', 'now']) {
    expect(fromLocalField(wrong)).toBeUndefined();
  }
});
