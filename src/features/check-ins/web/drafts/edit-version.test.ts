import { expect, test } from 'vitest';
import { entryWith } from '#tests/support/entry.ts';
import { caughtUp, conflictOf, editOf, patchOf, rebased } from './edit-version.ts';
import { isChanged, needsSaving, type Edit } from './edits.ts';

const entry = entryWith({ content: 'as it was', emoji: '🚀' });
const later = '2026-11-20T11:00:00.000Z';
const theirs = { ...entry, content: 'theirs', edited_at: later };
const edit = (change: Partial<Edit> = {}): Edit => ({ ...editOf(entry), ...change });
const file = { id: 'f', file: new File(['abc'], 'note.txt') };

test('an edit is stored if it differs from the entry, but lost files alone need no save', () => {
  expect(isChanged(edit())).toBe(false);
  expect(isChanged(edit({ content: 'x' }))).toBe(true);
  expect(isChanged(edit({ emoji: null }))).toBe(true);
  expect(isChanged(edit({ removed: ['a'] }))).toBe(true);
  expect(needsSaving(edit({ files: [file] }))).toBe(true);
  expect(isChanged(edit({ lostFiles: ['a.txt'] }))).toBe(true);
  expect(needsSaving(edit({ lostFiles: ['a.txt'] }))).toBe(false);
});

test('an edit conflicts with changed content, a deleted entry and a purged entry', () => {
  const mine = edit({ content: 'mine' });
  expect(conflictOf(mine, entry)).toBeUndefined();
  expect(conflictOf(mine, theirs)).toBe('edited');
  expect(conflictOf(mine, { ...theirs, deleted_at: later })).toBe('deleted');
  expect(conflictOf(mine, null)).toBe('purged');
});

test('an edit does not conflict if only files changed, or if both versions have the same content', () => {
  expect(conflictOf(edit({ content: 'mine' }), { ...entry, edited_at: later })).toBeUndefined();
  expect(conflictOf(edit({ content: 'theirs' }), theirs)).toBeUndefined();
});

test('an edit that was saved before a reload continues from the saved version', () => {
  const saved = caughtUp(edit({ content: 'theirs' }), theirs);
  expect(needsSaving(saved)).toBe(false);
  expect(conflictOf({ ...saved, content: 'more' }, theirs)).toBeUndefined();
  const unsaved = edit({ content: 'mine' });
  expect(caughtUp(unsaved, theirs)).toBe(unsaved);
});

test('a patch contains the edited_at of the version that the user has seen', () => {
  const mine = edit({ content: 'mine' });
  expect(patchOf(mine, entry)).toEqual({ content: 'mine', edited_at: null });
  expect(patchOf(mine, { ...entry, edited_at: later })).toEqual({ content: 'mine', edited_at: later });
  expect(patchOf(mine, theirs)).toEqual({ content: 'mine', edited_at: null });
  expect(patchOf(rebased(mine, theirs), theirs)).toEqual({ content: 'mine', edited_at: later });
});

test('a patch contains the emoji and files that changed', () => {
  expect(patchOf(edit({ emoji: null, files: [file], removed: ['a'] }), entry)).toEqual({
    emoji: null,
    files: [{ id: 'f', name: 'note.txt', size: 3 }],
    remove_files: ['a'],
    edited_at: null,
  });
});
