import { expect, test } from 'vitest';
import { readyToSend } from '#platform/drafts/resend.ts';
import { emptyDraft, inputOf, isEmpty, underNewId, type Draft } from './drafts.ts';
import { fromLocalField, toLocalField } from './local-date.ts';

const ready = (draft: Draft) => readyToSend(draft, inputOf, underNewId);

test('a retried draft keeps its id, and a changed one gets a new id', () => {
  const sent = ready({ ...emptyDraft(), content: 'a' });
  expect(ready(sent)).toEqual(sent);
  const changed = ready({ ...sent, content: 'b' });
  expect(changed.id).not.toBe(sent.id);
  expect(ready(changed).id).toBe(changed.id);
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
